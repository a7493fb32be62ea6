# n3's key for r1 was restored at 31 ms, and c1's extension at 236 ms arrives
# after its probation. Before its slow answer arrives, n3's clock is stepped so
# far that the key expires, and c2 puts n3 into quarantine. An expired key
# cannot be restored by later requests: the vote counts.
@only probation
@expect breaks nothing
@expect seen n3: repair r1 c1.1 for 290ms, whole script: created
@expect seen n3's clock is stepped by 400ms
@expect seen c2 -> n3 mark as in quarantine
@expect seen c1 <- n3 yes
seed 9
nodes 3
clients 2
parallel
guard on
slack 90ms
node-timeout 150ms
ttl-max 200ms
length 330ms
delay 0.02ms
5ms c2 acquire r2 ttl 200ms keep
10ms c1 acquire r1 ttl 200ms keep
30ms n3 lose-key r1
31ms c1 extend ttl 200ms
235ms c1 n3 slow-back for 55ms
236ms c1 extend ttl 200ms
240ms n3 step for 400ms
242ms c2 extend ttl 200ms
