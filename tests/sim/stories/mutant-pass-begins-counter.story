# All nodes lose their memory, counters included, after a fence was reported to
# c3. c1 and c2 acquire the lock without a fence, and c3 waits for it with one.
# c2 names c3 as its successor. Nodes without a counter only wake c3, and its
# claim carries the number that the counters must exceed. With the mutant c2's
# release begins the counters, without that number.
@mutant PASS_BEGINS_COUNTER
@expect breaks fence
@expect seen n2 hands off to c3
seed 3
nodes 3
clients 3
fenced
broken memory
ttl-max 5000ms
length 400ms
10ms c3 acquire r1 ttl 5000ms hold 10ms
40ms n1 flush
40ms n2 flush
40ms n3 flush
50ms c1 acquire r1 ttl 5000ms hold 60ms bare
60ms c2 acquire r1 ttl 5000ms wait 3000ms hold 30ms bare
70ms c3 acquire r1 ttl 5000ms wait 3000ms hold 20ms
