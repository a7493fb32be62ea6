# Counters that differ at the start, so that confirmations are needed, on nodes
# that may lose theirs; asked one after the other.
@promise fences increase
@bounds late 0 faults 0 states 67 ci
@bounds late 1 faults 0 states 2486 ci
@bounds late 0 faults 1 states 1110 ci
@bounds late 1 faults 1 states 42983 ci
chosen
nodes 3
clients 1
fenced
guard on
counters 1 5 3
length 130ms
c1 acquire r1 ttl 100ms
c* n* lose-back
n* flush
