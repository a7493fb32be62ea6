# Guarded nodes are flushed while two clients want one resource.
@promise exclusion of belief
@bounds late 0 faults 0 states 12086 ci
@bounds late 1 faults 0
@bounds late 0 faults 1 states 154590
chosen
nodes 3
clients 2
guard on
length 150ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
n* flush
