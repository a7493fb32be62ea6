# A lock is extended by a process that is stopped meanwhile: answers after its
# end are too late.
@promise no silent loss
@bounds late 0 faults 0 states 801 ci
@bounds late 1 faults 0 states 17604 ci
@bounds late 0 faults 1 states 25225 ci
@bounds late 1 faults 1 states 783778 ci
chosen
nodes 3
clients 1
length 250ms
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
c1 stop for 1ms
