# A client is stopped beyond the end of its lock. When it continues, an answer
# from a node whose probation is over arrives before its timer fires. The answer
# would restore the validity, which has ended.
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
