# Counters that differ at the start, so that confirmations are needed, on nodes
# that may lose theirs; all asked at the same time.
@promise fences increase
@bounds late 0 faults 0 states 289 ci
@bounds late 1 faults 0 states 3335 ci
@bounds late 0 faults 1 states 3592 ci
@bounds late 1 faults 1 states 54728 ci
chosen
nodes 3
parallel
clients 1
fenced
guard on
counters 1 5 3
length 130ms
c1 acquire r1 ttl 100ms
c* n* lose-back
n* flush
