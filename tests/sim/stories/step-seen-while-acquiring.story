# Without a guard. n1's clock is stepped after it granted and before it
# confirms. The confirmation shows the step to c1, whose lock ends earlier by
# that much.
@only exclusion
@expect breaks nothing
@expect seen c1 -> n1 confirm r1
@expect seen n1's clock is stepped by 500ms
@expect seen c1 HOLDS r1 until 4
@expect seen c2 HOLDS r1
broken steps
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
600ms c2 acquire r1 ttl 100ms wait 100ms
