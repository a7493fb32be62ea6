# A guarded node loses its memory while a lock with a fence is handed to a named
# successor: three nodes.
@promise fences increase
@reaches a lock that was handed over
@bounds late 0 faults 0 states 184 ci
@bounds late 1 faults 0 states 4747 ci
@bounds late 0 faults 1 states 1603 ci
chosen
nodes 3
clients 3
guard on
fenced
counters 1 5 3
length 130ms
first c1 c2 c3 c1
begun c2
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 release
c3 acquire r1 ttl 100ms wait 45ms
n* flush
