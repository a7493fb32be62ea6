# The holder names a waiter whose process ends: three nodes.
@promise exclusion of belief
@reaches a hand-off message that nobody received
@reaches a lock that was handed over
@bounds late 0 faults 0 states 184 ci
@bounds late 1 faults 0 states 4747 ci
@bounds late 0 faults 1 states 108329 ci
@bounds late 1 faults 1 states 3675872
chosen
nodes 3
clients 3
length 130ms
first c1 c2 c3 c1
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c3 crash for 50ms
