# One shares what it had alone; one comes in, and another wants it alone.
@promise exclusion of belief
@bounds late 0 faults 0 states 9082 ci
@bounds late 1 faults 0 states 347230
@bounds late 0 faults 1 states 878106
seed 1
nodes 1
quorum 1
clients 3
chosen
agreeing
shares
node-timeout 20ms
ttl-max 100ms
length 250ms
node-ppm 4900
client-ppm -4900 -4900 -4900
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms shared
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
