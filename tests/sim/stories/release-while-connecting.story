# The lock is released while the connection to the first node is being renewed,
# which fails. The release must remain pending.
@expect breaks nothing
@expect seen c1 releases r1: done
@expect seen n1 continues
@expect seen n1: release r1 c1.1, whole script: yes
seed 33
nodes 3
clients 1
ttl-max 30000ms
length 3000ms
1100ms c1 acquire r1 ttl 30000ms hold 20ms
1110ms n1 pause for 1500ms
1110ms c1 n1 cut
