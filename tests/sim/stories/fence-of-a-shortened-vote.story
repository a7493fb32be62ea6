# n3's clock is stepped. When its counter has confirmed the fence, its vote has
# just expired. The counter is at the fence nevertheless, and three other nodes
# still vote: the quorum of counters and the quorum of votes may be different
# nodes.
@only agreed
@expect breaks nothing
@expect seen n3: confirm r1 c3.2, fence 1362852, whole script: yes, fence 1362852
@expect seen c3 HOLDS r1
seed 1622965566158920920
nodes 5
clients 3
parallel
fenced
careful
ttl-max  1000ms
length  840ms
delay  5ms
tail  58.320567ms
late  0.111486ms
tail-ppm 15238
lose-ppm 1178
cut-ppm 6550
node-ppm -3373 4900 4900 1925 3674
client-ppm 3815 -4900 -4900
muted 81604378627
muted 171798691841
muted 94489280512
20.289943ms n3 step for 30.667029ms
335.519732ms c2 acquire r1 ttl 587ms hold 1.626398ms
361.791754ms c3 acquire r1 ttl 1000ms wait 5.890910ms hold 307.182839ms keep
645.323662ms c3 acquire r1 ttl 73ms
