# A node loses the key of a kept lock, the key is restored, and then the lock is
# shared; another client wants it exclusively.
@promise exclusion of belief
@bounds late 0 faults 0 states 146126 ci
@bounds late 1 faults 0
@bounds late 0 faults 1
chosen
nodes 3
clients 2
shares
length 200ms
c1 acquire r1 ttl 100ms keep
c1 downgrade
c2 acquire r1 ttl 100ms
n1 lose-key r1
