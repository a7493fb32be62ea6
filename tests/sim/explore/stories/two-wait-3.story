# One client holds, two wait: the lock is handed to one after the other. Three
# nodes.
@promise exclusion of belief
@reaches a lock that was handed over
@reaches a lock claimed after a hand-off
@bounds late 0 faults 0
chosen
nodes 3
clients 3
length 130ms
first c1 c2 c3
begun c1
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
c3 release
c* n* lose-there
c* n* lose-back
c* n* cut
c* n* lose-handoffs
c* n* cut-handoffs
