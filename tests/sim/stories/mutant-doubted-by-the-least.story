# As step-after-silence, but the node is excluded only for the certain part of
# the step, and two clients hold r1.
@mutant STEP_DOUBTED_BY_THE_LEAST
@only exclusion
@expect breaks exclusion
nodes 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 4s
delay 0.01ms
3500ms c1 acquire r1 ttl 200ms
3501ms n1 step for 80ms
3672ms c2 acquire r1 ttl 200ms
