# As step-seen-while-acquiring, but the step is not charged to the attempt in
# progress, and two clients hold r1.
@mutant ATTEMPT_NOT_CHARGED
@only exclusion
@expect breaks exclusion
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
