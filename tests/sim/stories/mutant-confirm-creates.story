# n1 is flushed between its grant and its confirmation. The confirmation must
# not create the key, because keys that n1 has lost may still be counted.
@mutant CONFIRM_CREATES
@only trespass
@expect breaks trespass
@expect seen n1: FLUSHALL
@expect seen n1: confirm r1 c1.1
broken memory
nodes 3
clients 1
fenced
agreeing
ttl-max 1000ms
length 100ms
10ms c1 acquire r1 ttl 1000ms hold 20ms
10.35ms c1 n1 slow-there for 2ms
11ms n1 flush
