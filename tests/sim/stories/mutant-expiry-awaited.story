# c3 has just renewed its place at n1, whose answer is late, when c2 hands it the
# lock at the other two; n1 does not hear c2, and keeps c2's key to its end. c3
# extends, and where that finds no key at n1, puts it back. Then what n1 had said
# of c2's key is over. With the mutant c3 asks n1 again, as one who waits, and
# takes the key that it has just put back for a grant.
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
