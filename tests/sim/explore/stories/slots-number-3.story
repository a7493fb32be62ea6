# One says that there are three slots, and another that there are two: by
# three nodes.
@promise exclusion of belief
@bounds late 0 faults 0 states 8174 ci
@bounds late 1 faults 0 states 465805
@bounds late 0 faults 1
seed 1
nodes 3
quorum 2
clients 2
chosen
agreeing
slots 2
node-timeout 20ms
ttl-max 100ms
length 250ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms slots 3
c2 acquire r1 ttl 100ms slots 2
c* n* lose-there
c* n* lose-back
c* n* cut
