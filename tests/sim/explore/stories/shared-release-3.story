# One shares it and leaves: by three nodes.
@promise nothing is left behind
@bounds late 0 faults 0 states 684 ci
@bounds late 1 faults 0 states 16098 ci
@bounds late 0 faults 1 states 50197 ci
seed 1
nodes 3
quorum 2
clients 1
chosen
agreeing
shares
node-timeout 20ms
ttl-max 100ms
length 250ms
node-ppm 4900 4900 4900
client-ppm -4900
c1 acquire r1 ttl 100ms shared
c1 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
