# c3 has just renewed its queue entry at n1, whose answer is late, when c2 hands
# the lock to it at the other two nodes. n1 does not receive c2's release, and
# keeps c2's key until it expires. c3 extends, finds no key at n1, and restores
# it. By then the expiry that n1 had reported is over. With the mutant c3 asks
# n1 again, like a waiter, and takes the key that it has just restored for a
# grant.
@mutant EXPIRY_AWAITED_BY_HOLDER
@expect breaks probation
@expect seen n1: repair r1 c3.2 for 800ms, whole script: created
seed 5
nodes 3
clients 3
ttl-max 1000ms
length 1000ms
10ms c1 acquire r1 ttl 1000ms hold 40ms
20ms c2 acquire r1 ttl 300ms wait 3000ms hold 260ms
30ms c3 acquire r1 ttl 800ms wait 3000ms hold 200ms
302ms c3 n1 slow-back for 30ms
310ms c2 n1 lose-there
315ms c3 n1 slow-there for 40ms
315.5ms c3 extend ttl 800ms
