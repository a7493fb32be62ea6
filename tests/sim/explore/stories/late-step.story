# A step of a guarded node's clock, and a late answer that hides it from the
# client that wants the lock.
@promise exclusion of belief
@bounds late 0 faults 0 states 395 ci
@bounds late 1 faults 0 states 8086 ci
@bounds late 0 faults 1 states 4386 ci
@bounds late 1 faults 1 states 112626 ci
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
n1 step for 145ms
