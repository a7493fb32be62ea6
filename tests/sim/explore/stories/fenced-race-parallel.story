# Two clients want a fence each, all asked at once.
@promise fences increase
@bounds late 0 faults 0 states 386514 ci
@bounds late 1 faults 0 states 5657564
@bounds late 0 faults 1
seed 1
nodes 3
quorum 2
parallel
clients 2
chosen
agreeing
fenced
counters 1 5 3
node-timeout 20ms
ttl-max 100ms
length 130ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
