# A lock of guarded nodes is extended, and one of them forgets.
@promise no silent loss
@bounds late 0 faults 0 states 809 ci
@bounds late 1 faults 0 states 19750 ci
@bounds late 0 faults 1 states 130882 ci
seed 1
nodes 3
quorum 2
clients 1
chosen
agreeing
guard on
node-timeout 20ms
ttl-max 100ms
length 250ms
node-ppm 4900 4900 4900
client-ppm -4900
c1 acquire r1 ttl 100ms
c1 extend ttl 100ms
n* flush
n* forget for 1ms
