# n1 and n2 have granted with different fences, and n1 is asked to confirm the
# larger one. Before it has, n3's grant arrives with a number above both, and is
# counted as if it was at that fence: the reported fence is one that only n2 is
# at.
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
