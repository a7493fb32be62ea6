# n1's counter is an hour ahead of the clocks. An owner's first lock gets a
# fence from n1 only. Then a second server with n1's memory replaces n1. The
# release must not take the fence back there: the counter would begin below
# fences that were issued.
@expect breaks nothing
@expect seen n1: another server behind the same connections
@expect seen n1: release r1 c1.1, fence 1600003600000001, whole script: yes
seed 7
nodes 3
clients 1
fenced
agreeing
broken memory
counters 1600003600000000 0 0
ttl-max 1000ms
length 300ms
20ms n2 pause for 200ms
20ms n3 pause for 200ms
30ms c1 acquire r1 ttl 900ms owner 1
60ms n1 snapshot
70ms n1 switch
