# A guarded node restarts, with its memory or without; its waiter is woken by a
# release without a named successor: one node.
@promise exclusion of belief
@bounds late 0 faults 0 states 18 ci
@bounds late 1 faults 0 states 4168 ci
@bounds late 0 faults 1
chosen
nodes 1
clients 2
guard on
length 130ms
first c1 c2
begun c1
c1 acquire r1 ttl 100ms
c1 release
c2 acquire r1 ttl 100ms wait 45ms
n* restart for 1ms
n* forget for 1ms
