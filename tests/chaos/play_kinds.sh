# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# The same faults with other lock types: readers and writers of one lock, sets
# of names in any order, and slots.

# Three of four attempts request a shared lock.
readers() {
    kind=readers
    workers=6
    locks=chaos-a
}
set_readers_kill() {
    readers
}
play_readers_kill() {
    play_kill_two
}
set_readers_pause() {
    readers
}
play_readers_pause() {
    play_pause_two
}
set_readers_partition() {
    readers
}
play_readers_partition() {
    play_partition_minority
}
set_readers_restart() {
    readers
}
play_readers_restart() {
    play_restart_three_empty
}

# Each attempt requests one, two or all three names.
sets() {
    kind=sets
    workers=6
    locks=chaos-a,chaos-b,chaos-c
}
set_sets_kill() {
    sets
}
play_sets_kill() {
    play_kill_two
}
set_sets_pause() {
    sets
}
play_sets_pause() {
    play_pause_two
}
set_sets_partition() {
    sets
}
play_sets_partition() {
    play_partition_minority
}
set_sets_restart() {
    sets
}
play_sets_restart() {
    play_restart_three_empty
}

slots() {
    kind=slots
    slots=2
    workers=6
    locks=chaos-a
    options="--slots $slots"
}
set_slots_kill() {
    slots
}
play_slots_kill() {
    play_kill_two
}
set_slots_pause() {
    slots
}
play_slots_pause() {
    play_pause_two
}
set_slots_partition() {
    slots
}
play_slots_partition() {
    play_partition_minority
}
set_slots_restart() {
    slots
}
play_slots_restart() {
    play_restart_three_empty
}
