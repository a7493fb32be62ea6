# All nodes are needed. A hand-off message is late or lost, and the missing
# votes are claimed while releases are in progress.
@promise exclusion of belief
@reaches a lock that was handed over
@reaches a lock claimed after a hand-off
@bounds late 0 faults 0 states 182 ci
@bounds late 1 faults 0 states 24726 ci
@bounds late 0 faults 1 states 6239 ci
@bounds late 1 faults 1 states 2381807
chosen
nodes 3
quorum 3
clients 3
length 130ms
first c1 c2 c3 c1
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c3 n* lose-handoffs
c3 n* cut-handoffs
