# n1 is flushed between two extensions of one lock. The first extension must not
# succeed with a vote that the second has found gone, because the end would not
# have moved.
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen c3 extends r1: done
@expect seen c3 -> n1 repair r1 c3.1
@expect seen c3 extends r1: done
seed 8396175179174425006
nodes 5
clients 3
fenced
guard auto
slack 9ms
ttl-max 30000ms
length 1824ms
delay 5ms
tail 3333.947335ms
late 0.141138ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 4900 4900 4900 4900 -1831
client-ppm 2375 -2843 1633
109.369863ms c2 acquire r2 ttl 30000ms
140.027786ms c3 acquire r1 ttl 30000ms hold 238.323534ms keep
317.108835ms c3 extend ttl 30000ms
327.248028ms n1 flush
327.300433ms c3 extend ttl 27154ms
