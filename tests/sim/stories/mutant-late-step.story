# As step-behind-late-answer, but the hidden part of the step is ignored, and
# two clients hold r1.
@mutant LATE_STEP_FORGOTTEN
@only exclusion
@expect breaks exclusion
nodes 1
clients 2
guard on
agreeing
node-timeout 20ms
ttl-max 200ms
slack 50ms
length 400ms
delay 0.01ms
10ms c1 acquire r1 ttl 200ms
11ms c2 n1 slow-back for 105ms
11.1ms n1 step for 150ms
11.2ms c2 acquire r1 ttl 200ms
118ms c2 acquire r1 ttl 200ms
