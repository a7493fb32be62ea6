# A client waits until another releases: one node.
@promise progress
@bounds late 0 faults 0 states 899 ci
@bounds late 1 faults 0 states 10822 ci
@bounds late 0 faults 1 states 2797 ci
chosen
nodes 1
clients 2
length 100ms
c1 acquire r1 ttl 100ms wait 12ms
c2 acquire r1 ttl 100ms
c2 release
c* n* lose-there
c* n* lose-back
