# The timer of an extension and that of its lock are due at the same instant,
# and the extension's fires first: it reports the loss itself and does not
# repeat the extension for ever.
@expect breaks nothing
@expect seen c1 extends r1: lost
@expect seen c1 is notified that r1 is lost
seed 3900410413758315648
nodes 2
clients 1
node-timeout 100ms
ttl-max 1000ms
length 1360ms
tail 201.455288ms
late 0ms
tail-ppm 375
lose-ppm 3521
cut-ppm 3991
node-ppm 4900 3517
client-ppm 716
57.541652ms c1 acquire r1 ttl 1000ms wait 14.418987ms keep
114.672312ms c* n2 lose-back
365.064634ms c1 extend ttl 1000ms
