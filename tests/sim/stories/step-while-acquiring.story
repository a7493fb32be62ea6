# n1's clock is stepped after it granted and before it confirms: its grant does
# not count, and all clients exclude it.
@only exclusion
@expect breaks nothing
@expect seen n1's clock is stepped by 500ms
@expect seen c1 acquires r1: no quorum
@expect seen n1: mark as in quarantine: yes
guard on
seed 12
nodes 3
clients 2
fenced
slack 50ms
ttl-max 1000ms
length 1500ms
2ms c2 crash for 150ms
5ms c1 n3 refuse for 1400ms
5ms c1 n3 cut
10ms c1 acquire r1 ttl 900ms hold 800ms
10.98ms n1 step for 500ms
500ms c2 acquire r1 ttl 100ms wait 300ms
