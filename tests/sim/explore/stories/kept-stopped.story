# A kept lock whose process is stopped for longer than its TTL: answers after
# that are too late.
@promise no silent loss
@bounds late 0 faults 0 states 204 ci
@bounds late 1 faults 0 states 72820 ci
@bounds late 0 faults 1 states 53368 ci
chosen
nodes 3
clients 1
length 250ms
c1 acquire r1 ttl 100ms keep
c1 stop for 150ms
