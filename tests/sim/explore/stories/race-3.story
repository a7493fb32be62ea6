# Two clients want one resource: by 3 nodes, one after the other.
@promise exclusion of belief
@bounds late 0 faults 0 states 12990 ci
@bounds late 1 faults 0 states 481192 ci
@bounds late 0 faults 1
seed 1
nodes 3
quorum 2
clients 2
chosen
agreeing
node-timeout 20ms
ttl-max 100ms
length 250ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
