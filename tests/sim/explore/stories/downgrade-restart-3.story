# A guarded node loses its memory while a lock is about to be shared; another
# client wants it exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 172337 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 2
shares
guard on
length 200ms
c1 acquire r1 ttl 100ms
c1 downgrade
c2 acquire r1 ttl 100ms
n1 forget for 1ms
