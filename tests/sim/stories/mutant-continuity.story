# n1 loses the key, and the key is restored, but the answer is lost with the
# connection. On the next connection an extension succeeds as if nothing had
# happened: the vote that had expired must not continue.
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
