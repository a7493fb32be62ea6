# n3 is down for longer than the key that it may have exists. The pending
# release need not be sent any more, and must end.
@mutant PENDING_FOR_EVER
@expect breaks pending
@expect seen c1 releases r1: done
seed 5
nodes 3
clients 1
ttl-max 1000ms
length 20000ms
10ms c1 acquire r1 ttl 1000ms hold 40ms
20ms n3 restart for 19000ms
