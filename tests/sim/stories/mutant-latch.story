# A client is stopped over the end of its lock. When it goes on, an answer from
# a node whose probation is over comes before its timer: it would give the
# validity back that has passed.
@mutant EXTENSION_COUNTS_AFTER_VALIDITY
@expect breaks regained
@expect seen c1 continues
nodes 3
clients 1
ttl-max 300ms
length 900ms
10ms c1 acquire r1 ttl 300ms keep
50ms n1 forget for 20ms
609ms c1 n1 slow-back for 30ms
609ms c1 n3 slow-back for 30ms
612ms c1 stop for 218ms
