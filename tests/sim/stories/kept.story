# A kept lock: one node restarts with nothing in its memory. It is found out
# at the next renewal, gets the key back, and is not counted for ttl_max.
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
