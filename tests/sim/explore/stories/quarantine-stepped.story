# A node whose clock was stepped is in quarantine, and has the key of a lock
# that is handed on.
@promise exclusion of belief
@reaches a lock that was handed over
@reaches a hand-off omitted in quarantine
@bounds late 0 faults 0 states 1899 ci
@bounds late 0 faults 1 states 10331 ci
chosen
nodes 3
clients 3
guard on
slack 50ms
ttl-max 200ms
length 25ms
first c1 c2 c3 c1
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
c2 extend ttl 100ms
c2 release
c3 acquire r1 ttl 100ms wait 200ms
n3 step for 150ms
