# c1 and c2 share r1 as two owners, and c1 does not come back: its share
# expires. c3, of c1's owner, wants r1 exclusively, and must wait for c2 only.
@mutant UPGRADE_OF_THE_DEAD
@expect breaks upgrade
seed 3
nodes 1
clients 4
shares
owns
agreeing
ttl-max 5000ms
length 1500ms
10ms c1 acquire r1 ttl 100ms owner 1 shared
20ms c2 acquire r1 ttl 1000ms owner 2 shared
30ms c1 crash for 1000ms
300ms c3 acquire r1 ttl 100ms owner 1
