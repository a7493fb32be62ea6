# Steps of a guarded node's clock that are each within the slack, but whose sum
# is not.
@promise exclusion of belief
@bounds late 0 faults 0 states 395 ci
@bounds late 0 faults 1 states 2262 ci
@bounds late 0 faults 2 states 9942 ci
@bounds late 0 faults 3 states 43533 ci
chosen
nodes 1
clients 2
guard on
slack 50ms
ttl-max 200ms
length 260ms
node-ppm 0
client-ppm 0 0
c1 acquire r1 ttl 200ms
c2 acquire r1 ttl 200ms
c2 acquire r1 ttl 200ms
n1 step for 45ms
