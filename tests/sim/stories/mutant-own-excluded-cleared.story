# As doubt-in-quarantine, but c2 ends the quarantine of the node that it
# excludes itself, and two clients hold r1.
@mutant OWN_EXCLUDED_CLEARED
@only exclusion
@expect breaks exclusion
guard on
agreeing
seed 12
nodes 3
clients 3
slack 50ms
ttl-max 500ms
length 2500ms
5ms c1 n3 refuse for 2400ms
5ms c1 n3 cut
20ms c3 crash for 1880ms
100ms c1 acquire r1 ttl 500ms
200ms n2 restart for 10ms
400ms c1 extend ttl 500ms
800ms c1 extend ttl 500ms
1000ms c2 acquire r2 slot 2 ttl 100ms hold 1ms
1200ms c1 extend ttl 500ms
1600ms c1 extend ttl 500ms
1650ms c1 n2 refuse for 600ms
1650ms c1 n2 cut
1651ms c2 n2 slow-back for 101ms
1651.5ms n2 step for 150ms
1651.6ms c2 acquire r2 slot 2 ttl 100ms
1830ms c2 n2 slow-back for 200ms
2010ms c3 acquire r1 ttl 100ms
