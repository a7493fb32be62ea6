# The connection breaks while its requests are unread. The next connection first
# kills the old one at the server, and only then the release is sent again.
@expect breaks nothing
@expect seen c1's connection to n1 is broken
@expect seen c1 -> n1 kill client 1
@expect seen n1: kill client 1: yes
@expect seen n1: release r1 c1.1
seed 7
nodes 3
clients 1
ttl-max 1000ms
length 600ms
5ms n1 pause for 300ms
10ms c1 acquire r1 ttl 1000ms hold 100ms
150ms c1 n1 cut
