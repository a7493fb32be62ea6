# An attempt is cancelled: by 3 nodes, all asked at once.
@promise nothing is left behind
@bounds late 0 faults 0 states 301 ci
@bounds late 1 faults 0 states 1933 ci
@bounds late 0 faults 1 states 18617 ci
@bounds late 1 faults 1 states 130687 ci
seed 1
nodes 3
quorum 2
parallel
clients 1
chosen
agreeing
node-timeout 20ms
ttl-max 100ms
length 150ms
node-ppm 4900 4900 4900
client-ppm -4900
c1 acquire r1 ttl 100ms
c1 cancel
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
