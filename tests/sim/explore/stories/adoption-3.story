# A lock is left to another process, which takes it over by its token: by 3
# nodes.
@promise no silent loss
@bounds late 0 faults 0 states 661 ci
@bounds late 1 faults 0 states 19079
@bounds late 0 faults 1 states 76783
seed 1
nodes 3
quorum 2
clients 2
chosen
agreeing
node-timeout 20ms
ttl-max 100ms
length 150ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c1 export
c2 adopt r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
