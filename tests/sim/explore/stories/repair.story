# A kept lock loses a key, which is restored, and the vote counts again in time.
@promise no silent loss
@bounds late 0 faults 0 states 204 ci
@bounds late 1 faults 0 states 72820 ci
@bounds late 0 faults 1 states 4301 ci
chosen
nodes 3
clients 1
length 250ms
c1 acquire r1 ttl 100ms keep
c* n* lose-back
n* lose-key r1
