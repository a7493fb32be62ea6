# A shorter extension does not shorten the key, and the pending release must be
# kept until that key has expired.
@expect breaks nothing
@expect seen c1 extends r1: done
@expect seen n3 is back, with its memory
@expect seen n3: release r1 c1.1, whole script: yes
seed 34
nodes 3
clients 1
ttl-max 30000ms
length 5000ms
10ms c1 acquire r1 ttl 30000ms
20ms c1 extend ttl 2000ms
30ms n3 restart for 4000ms
40ms c1 release
