# n1 and n2 have granted, with different numbers, and n1 is asked to confirm the
# larger one. Before it has, n3's grant comes with a number beyond both, and is
# counted as if it stood at that fence: it is told of one that n2 alone is at.
@mutant FENCE_AT_LEAST
@expect breaks agreed
@expect seen confirm r1 c1.1
seed 3
nodes 3
clients 1
parallel
fenced
agreeing
ttl-max 1000ms
length 100ms
9ms c1 n3 slow-there for 1.4ms
10ms c1 acquire r1 ttl 1000ms hold 20ms
