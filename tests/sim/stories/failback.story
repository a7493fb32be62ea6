# c1 holds r1 by n1 and n2. n1 is a replica for a moment, and then has a memory
# without the key, in the same process and with the same connections, whose
# handshakes named the old run_id. The script reads another replid than the
# marker's, and n1 does not vote for c2.
@expect breaks nothing
@expect seen n1: grant r1 c2.1 for 1000ms: no, in quarantine
@expect seen c2 acquires r1: no quorum
seed 5
nodes 3
clients 2
guard on
ttl-max 1000ms
length 700ms
1ms n1 snapshot
2ms c1 n3 refuse for 690ms
2ms c1 n3 cut
20ms c1 acquire r1 ttl 1000ms
100ms n1 failback
190ms c2 n2 refuse for 300ms
190ms c2 n2 cut
205ms c2 acquire r1 ttl 1000ms
