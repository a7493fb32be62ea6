# One of three nodes restarts with its memory while a client uses it.
@promise nothing is left behind
@bounds late 0 faults 0 states 684 ci
@bounds late 1 faults 0 states 16210 ci
@bounds late 0 faults 1 states 42388 ci
chosen
nodes 3
clients 1
length 150ms
c1 acquire r1 ttl 100ms
c1 release
n* restart for 1ms
