# A majority revokes the client's rights while it holds a lock. The release
# reports this, and so does the next acquisition, immediately. The refused
# releases are repeated until they succeed.
@expect breaks nothing
@expect seen c1 releases r1: no rights
@expect seen c1 acquires r1: no rights
@expect seen n1: release r1 c1.1, whole script: yes
seed 32
nodes 3
clients 1
ttl-max 30000ms
length 1500ms
10ms c1 acquire r1 ttl 30000ms hold 20ms
20ms n1 noperm for 1000ms
20ms n2 noperm for 1000ms
50ms c1 acquire r1 ttl 30000ms wait 500ms hold 20ms
