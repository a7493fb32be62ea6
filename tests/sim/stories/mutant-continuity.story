# n1 forgets, and is given its key back; the answer to that is lost with its
# connection. On the next one its extension says yes, as if nothing had been: the
# vote that had run out must not carry on.
@mutant CONTINUITY_LEFT_OUT
@expect breaks probation
@expect seen n1 is back, without memory
@expect seen n1: repair r1 c1.1
@expect seen c1 drops its connection to n1
seed 2
nodes 3
clients 1
ttl-max 30000ms
length 3000ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
210.96ms c1 n1 lose-back
