# A lock of guarded nodes is extended, and one of them loses its memory.
@promise no silent loss
@bounds late 0 faults 0 states 809 ci
@bounds late 1 faults 0 states 19750 ci
@bounds late 0 faults 1 states 130882 ci
chosen
nodes 3
clients 1
guard on
length 250ms
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
n* flush
n* forget for 1ms
