# A client waits until another releases: three nodes.
@promise progress
@bounds late 0 faults 0 states 867702
chosen
nodes 3
clients 2
length 100ms
c1 acquire r1 ttl 100ms wait 12ms
c2 acquire r1 ttl 100ms
c2 release
c* n* lose-there
c* n* lose-back
