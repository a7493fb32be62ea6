# A kept lock of three nodes. With a late message and a fault the search takes
# millions of states.
@promise no silent loss
@bounds late 0 faults 0 states 120 ci
@bounds late 1 faults 0 states 8985 ci
@bounds late 0 faults 1 states 23947 ci
chosen
nodes 3
clients 1
length 150ms
c1 acquire r1 ttl 100ms keep
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
