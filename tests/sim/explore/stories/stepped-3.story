# The clock of one of three guarded nodes is stepped.
@promise exclusion of belief
@bounds late 0 faults 0 states 12086 ci
@bounds late 0 faults 1 states 100300
chosen
nodes 3
clients 2
guard on
slack 50ms
ttl-max 200ms
length 260ms
node-ppm 0 0 0
client-ppm 0 0
c1 acquire r1 ttl 200ms
c2 acquire r1 ttl 200ms
n1 step for 150ms
