# A kept lock: one node restarts without its memory. The next renewal notices it
# and restores the key, and the vote is not counted for the longest TTL.
@expect breaks nothing
@expect seen n1 is back, without memory
@expect seen c1 <- n1 no key
@expect seen c1 <- n1 created
@expect seen n1: extend r1 c1.1 for 300ms: yes
@expect seen c1 releases r1: done
seed 2
nodes 3
clients 1
ttl-max 300ms
length 700ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
650ms c1 release
