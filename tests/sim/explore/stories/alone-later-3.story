# One client releases at any time, another waits at the gate: three nodes.
@promise exclusion of belief
@reaches a lock claimed after a hand-off
@bounds late 0 faults 0 states 12401 ci
@bounds late 1 faults 0 states 368671
@bounds late 0 faults 1 states 1415093
chosen
nodes 3
clients 2
length 130ms
first c1 c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* n* lose-handoffs
c* n* cut-handoffs
