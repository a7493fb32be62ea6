# A client's process ends and starts again. Its lock and another client's
# exclude each other nevertheless.
@promise exclusion of belief
@bounds late 0 faults 0 states 634 ci
@bounds late 1 faults 0 states 12304 ci
@bounds late 0 faults 1 states 10429 ci
@bounds late 1 faults 1 states 210325 ci
chosen
nodes 1
clients 2
length 250ms
c1 acquire r1 ttl 100ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
c1 crash for 1ms
