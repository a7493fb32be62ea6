# A lock is exported and adopted while a third client wants it.
@promise exclusion of belief
@bounds late 0 faults 0 states 638 ci
@bounds late 1 faults 0 states 9478 ci
@bounds late 0 faults 1 states 32823 ci
chosen
nodes 1
clients 3
length 150ms
c1 acquire r1 ttl 100ms
c1 export
c2 adopt r1 ttl 100ms
c3 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
