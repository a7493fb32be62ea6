# c1 is stopped, and its membership as a reader ends. An inspection counts it in
# its last millisecond, and not in the next one.
@expect breaks nothing
@expect seen n1: inspect r1
seed 7
nodes 1
clients 3
agreeing
ttl-max 1000ms
length 300ms
delay 0.1ms
tail 0ms
late 0ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 0
client-ppm 0 0 0
20ms c3 inspect r1
30ms c1 acquire r1 ttl 50ms shared
32ms c2 acquire r1 ttl 200ms shared
40ms c1 stop for 100ms
79.5ms c3 inspect r1
80.5ms c3 inspect r1
81.5ms c3 inspect r1
