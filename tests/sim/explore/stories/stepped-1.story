# A guarded node's clock is stepped during an extension.
@promise exclusion of belief
@bounds late 0 faults 0 states 476 ci
@bounds late 1 faults 0 states 9656 ci
@bounds late 0 faults 1 states 4899 ci
@bounds late 1 faults 1 states 247020 ci
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
c1 extend ttl 200ms
c2 acquire r1 ttl 200ms
n1 step for 150ms
