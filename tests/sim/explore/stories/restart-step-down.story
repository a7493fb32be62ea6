# As restart-step, but the node is down for a while, and comes back with its
# memory or without.
@promise exclusion of belief
@bounds late 0 faults 1 states 116358
@bounds late 0 faults 2
chosen
nodes 1
clients 2
guard on
slack 50ms
ttl-max 200ms
length 260ms
node-ppm 0
client-ppm 0 0
c1 acquire r1 ttl 200ms
c2 acquire r1 ttl 200ms
n1 restart for 1ms
n1 forget for 1ms
n1 step for 150ms
