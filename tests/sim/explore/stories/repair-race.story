# An unguarded node loses its memory when no lock needs it.
@promise exclusion of belief
@bounds late 0 faults 0 states 9417 ci
@bounds late 0 faults 1 states 188269
chosen
nodes 3
clients 2
length 150ms
c1 acquire r1 ttl 100ms keep
c2 acquire r1 ttl 100ms
n* flush
