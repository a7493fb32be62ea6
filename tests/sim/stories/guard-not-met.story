# n1 has lost its marker when c3 asks it, and c3 has asked no other node: with
# guard auto it does not know of the guard, and is handed the lock that it has
# just released. One node is no quorum. The next node has a marker, and the
# earlier grant no longer counts.
@only amnesia
@expect breaks nothing
@expect seen n1: FLUSHALL
@expect seen n1: pass r1 c3.1, whole script: yes
@expect seen c3 <- n1 hands off to c3.3
seed 6130689877534749856
nodes 2
clients 3
fenced
careful
older c2
guard auto
ttl-max  300ms
length  601ms
delay  5ms
tail  71.899187ms
late  0.046914ms
tail-ppm 22569
lose-ppm 438
cut-ppm 2604
node-ppm 4575 4900
client-ppm 215 215 215
1.863846ms n1 flush
2.362479ms c3 acquire r1 ttl 300ms wait 4526ms hold 0.866812ms keep bare
26.339169ms c3 acquire r1 slot 2 ttl 300ms wait 1399ms hold 0.271494ms keep bare
