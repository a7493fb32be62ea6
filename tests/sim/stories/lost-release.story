# The connection to the third node loses messages while the lock is held, and
# the release is lost. The timeout detects this after a second, and the release
# is sent again.
@expect breaks nothing
@expect seen c1 releases r1: done
@expect seen n3: kill client 1: yes
@expect seen n3: release r1 c1.1, whole script: yes
seed 32
nodes 3
clients 1
ttl-max 30000ms
length 100ms
10ms c1 acquire r1 ttl 30000ms hold 20ms
20ms c1 n3 lose-there
