# n1's counter is damaged: it is 142 years ahead. Its vote does not count for
# the following locks, whether requested or handed over, and n2 and n3 are not
# raised to it. With n3 down no client can know that the counter is wrong, and
# none acquires.
@expect breaks nothing
@expect never confirm r1 c1.1, fence 4503599627370497
@expect never confirm r1 c2.2, fence 4503599627370499
@expect seen c1 <- n1 yes, fence 4503599627370497
@expect seen c1 -> n2 confirm r1 c1.1, fence 110474
@expect seen c1 HOLDS r1
@expect seen n1 hands off to c2.2: it is yours
@expect seen c2 <- n1 yes, fence 4503599627370499
@expect seen c2 <- n3 yes, fence 110476
@expect seen c2 HOLDS r1
@expect seen n3 goes down
@expect seen c1 acquires r1: no quorum
seed 7
nodes 3
clients 2
fenced
agreeing
counters 4503599627370496 0 0
ttl-max 1000ms
length 2000ms
delay 1ms
tail 0ms
late 0ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 0 0 0
client-ppm 0 0
100ms c1 acquire r1 ttl 500ms hold 100ms
300ms c1 acquire r1 ttl 500ms hold 100ms keep
320ms c2 acquire r1 ttl 500ms wait 500ms hold 100ms
900ms n3 restart for 300ms
1000ms c1 acquire r1 ttl 500ms hold 50ms
1400ms c2 acquire r1 ttl 500ms hold 50ms
