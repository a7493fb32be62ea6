# A guarded node loses its memory: flushed, restarted empty, switched or failed
# back.
@promise exclusion of belief
@bounds late 0 faults 0 states 222 ci
@bounds late 1 faults 0 states 3328 ci
@bounds late 0 faults 1 states 181000 ci
chosen
nodes 1
clients 2
guard on
length 250ms
c1 acquire r1 ttl 100ms
c2 acquire r1 ttl 100ms
n* flush
n* forget for 1ms
n* switch
n* failback
