# A node that nobody guards forgets what it kept, where no lock needs it.
@promise exclusion of belief
@bounds late 0 faults 0 states 9417 ci
@bounds late 0 faults 1 states 188269
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
c1 acquire r1 ttl 100ms keep
c2 acquire r1 ttl 100ms
n* flush
