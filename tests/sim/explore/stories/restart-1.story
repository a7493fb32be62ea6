# A node restarts with its memory while one client releases and another
# acquires.
@promise nothing is left behind
@bounds late 0 faults 0 states 368 ci
@bounds late 1 faults 0 states 5649 ci
@bounds late 0 faults 1 states 32146 ci
@bounds late 1 faults 1 states 472759 ci
chosen
nodes 1
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
n1 restart for 1ms
