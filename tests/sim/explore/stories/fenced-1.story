# Two clients have a fence of one node, one after the other.
@promise fences increase
@bounds late 0 faults 0 states 400 ci
@bounds late 1 faults 0 states 6230 ci
@bounds late 0 faults 1 states 10335 ci
@bounds late 1 faults 1 states 174283 ci
seed 1
nodes 1
quorum 1
clients 2
chosen
agreeing
fenced
counters 1
node-timeout 20ms
ttl-max 100ms
length 130ms
node-ppm 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
