# n3 votes for c2, whose other requests are slow, and loses its memory. c1
# restores its own key there and counts it immediately, as it should not. c1's
# vote on n1 expires, n1 votes for c2, and c2 has two votes, one of them from
# n3, which has lost it.
@mutant REPAIRED_VOTE_COUNTS
@only exclusion
@expect breaks exclusion
@expect seen n3: FLUSHALL
@expect seen n3: repair r1 c1.1
nodes 3
clients 2
parallel
guard on
node-timeout 200ms
ttl-max 300ms
length 600ms
9ms c2 n1 slow-there for 100ms
9ms c2 n2 slow-there for 100ms
10ms c2 acquire r1 ttl 300ms
12ms c1 acquire r1 ttl 60ms keep
15ms n3 flush
40ms c1 n1 lose-there
