# Guarded nodes are flushed while two want one resource.
@promise exclusion of belief
@bounds late 0 faults 0 states 12086 ci
@bounds late 1 faults 0
@bounds late 0 faults 1 states 154590
seed 1
nodes 3
quorum 2
clients 2
chosen
agreeing
guard on
node-timeout 20ms
ttl-max 100ms
length 150ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
n* flush
