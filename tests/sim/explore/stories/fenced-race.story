# Two clients want a fence each, one after the other.
@promise fences increase
@bounds late 0 faults 0 states 12702 ci
@bounds late 1 faults 0 states 465226
@bounds late 0 faults 1 states 857920
seed 1
nodes 3
quorum 2
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
