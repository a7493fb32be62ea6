# n1 was flushed and has granted to c1 when c3 asks it to confirm. The script
# does not compare the token, as it should: both clients get the same fence.
@mutant CONFIRM_OF_ANYBODY
@only fence
@expect breaks fence
seed 3361257357618255282
nodes 3
clients 3
fenced
agreeing
ttl-max 1000ms
length 1836ms
tail 141.971029ms
late 0ms
tail-ppm 0
lose-ppm 0
cut-ppm 0
node-ppm 0 0 0
client-ppm -3308 3582 -4900
broken memory
1064.165510ms c3 acquire r1 slot 2 ttl 854ms wait 18.606334ms hold 1.968600ms
1268.400425ms c3 n2 lose-there
1450.544309ms c3 acquire r1 ttl 208ms wait 59.669538ms keep
1456.321985ms n1 flush
1469.826499ms c1 acquire r1 slot 2 ttl 837ms wait 8.925117ms hold 2.174437ms keep
