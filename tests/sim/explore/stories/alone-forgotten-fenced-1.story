# A guarded node loses its memory while the gate chooses the next holder, with a
# fence: one node.
@promise fences increase
@reaches a lock that was handed over
@bounds late 0 faults 0 states 14 ci
@bounds late 1 faults 0 states 302 ci
@bounds late 0 faults 1 states 57 ci
chosen
nodes 1
clients 3
guard on
fenced
length 130ms
first c1 c2 c1 c3
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
n* flush
