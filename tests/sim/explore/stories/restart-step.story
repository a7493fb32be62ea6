# A guarded node loses its memory, and its clock is stepped, in either order.
@promise exclusion of belief
@bounds late 0 faults 0 states 186 ci
@bounds late 1 faults 0 states 2518 ci
@bounds late 0 faults 1 states 1992 ci
@bounds late 0 faults 2 states 14443 ci
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
n1 flush
n1 step for 150ms
