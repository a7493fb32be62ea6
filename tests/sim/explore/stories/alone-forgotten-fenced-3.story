# A guarded node loses its memory while the gate chooses the next holder, with a
# fence: three nodes.
@promise fences increase
@reaches a lock claimed after a hand-off
@bounds late 0 faults 0 states 1006 ci
@bounds late 1 faults 0 states 29844 ci
@bounds late 0 faults 1 states 10357 ci
chosen
nodes 3
clients 3
guard on
fenced
counters 1 5 3
length 130ms
first c1 c2 c1 c3
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
n* flush
