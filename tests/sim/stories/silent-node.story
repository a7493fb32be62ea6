# A node is paused: it does not answer, and it executes all requests when it
# continues. The release follows the grant on the same connection and undoes it.
@expect breaks nothing
@expect seen c1 acquires r1: acquired
@expect seen n1 continues
@expect seen n1: grant r1 c1.1 for 1000ms: yes
@expect seen n1: release r1 c1.1, whole script: yes
seed 4
nodes 3
clients 1
ttl-max 1000ms
length 400ms
5ms n1 pause for 300ms
10ms c1 acquire r1 ttl 1000ms hold 100ms
