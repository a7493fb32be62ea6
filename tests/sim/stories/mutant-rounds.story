# n2's answer to the first extension arrives after the second was sent, and is
# taken for the answer to the second. The vote would be counted for longer than
# n2 keeps the key.
@mutant ROUNDS_MIXED_UP
@expect breaks matched
seed 3
nodes 3
clients 1
ttl-max 300ms
length 400ms
10ms c1 acquire r1 ttl 300ms
15ms c1 extend ttl 300ms
20ms c1 n2 slow-back for 40ms
21ms c1 extend ttl 300ms
50ms c1 extend ttl 300ms
