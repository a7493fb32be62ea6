# One client releases, and another acquires: three nodes. With a late message or
# a fault the search takes millions of states.
@promise exclusion of belief
@bounds late 0 faults 0 states 148473 ci
@bounds late 1 faults 0 states 4366587
@bounds late 0 faults 1
chosen
nodes 3
clients 2
length 150ms
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms
c* n* lose-there
c* n* lose-back
c* n* cut
c* stop for 1ms
