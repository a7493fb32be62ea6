# A client waits for what another gives back: by one node.
@promise progress
@bounds late 0 faults 0 states 899 ci
@bounds late 1 faults 0 states 10822 ci
@bounds late 0 faults 1 states 2797 ci
seed 1
nodes 1
quorum 1
clients 2
chosen
agreeing
node-timeout 20ms
ttl-max 100ms
length 100ms
node-ppm 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms wait 12ms
c2 acquire r1 ttl 100ms
c2 release
c* n* lose-there
c* n* lose-back
