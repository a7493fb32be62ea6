# A guarded node forgets what is about to be shared; another wants it alone.
@promise exclusion of belief
@bounds late 0 faults 0 states 172337 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
seed 1
nodes 3
quorum 2
clients 2
chosen
agreeing
shares
guard on
node-timeout 20ms
ttl-max 100ms
length 200ms
node-ppm 4900 4900 4900
client-ppm -4900 -4900
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms
n1 forget for 1ms
