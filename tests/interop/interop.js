// SPDX-License-Identifier: MIT
// Ours and the Redlock of npm on the same keys: each excludes the other.
'use strict';

const fs = require('fs');
const { spawn, spawnSync } = require('child_process');
const Redis = require('ioredis');
const { default: Redlock } = require('redlock');

const [bin, masters] = process.argv.slice(2);
const lines = fs.readFileSync(masters, 'utf8').trim().split('\n');
const nodes = lines.map((line) => line.split(' ')[0]).join(',');
const clients = lines.map((line) => new Redis({ path: line.split(' ')[1] }));
// The command has node time-outs of its own; theirs has none to set.
const theirs = new Redlock(clients, { retryCount: 0 });
const patient = new Redlock(clients, {
    retryCount: 200,
    retryDelay: 20,
    retryJitter: 20,
});

let count = 0;
let failed = 0;
function tell(fact, sentence) {
    count++;
    failed += fact ? 0 : 1;
    console.log(`${fact ? 'ok' : 'not ok'} ${count} - interop::${sentence}`);
}

function ours(...args) {
    const run = spawnSync(bin, ['-n', nodes, '--node-timeout', '5s', ...args]);
    return { status: run.status, out: run.stdout.toString().trim() };
}

async function gets(redlock, name, ttl = 60000) {
    try {
        return await redlock.acquire([name], ttl);
    } catch (error) {
        return null;
    }
}

async function holding(name) {
    const there = await Promise.all(clients.map((c) => c.exists(name)));
    return there.reduce((sum, one) => sum + one, 0);
}

async function none(name) {
    for (let i = 0; i < 500 && (await holding(name)) > 0; i++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    return (await holding(name)) === 0;
}

async function oursExcludesTheirs() {
    const { status, out: token } = ours('acquire', 'one');
    tell(status === 0, 'ours_acquires_what_is_free');
    tell((await gets(theirs, 'one')) === null, 'ours_excludes_theirs');
    tell(
        ours('extend', 'one', '--token', token).status === 0,
        'ours_is_still_ours_after_their_attempt'
    );
    tell(
        ours('release', 'one', '--token', token).status === 0,
        'ours_releases'
    );
    const lock = await gets(patient, 'one');
    tell(lock !== null, 'theirs_acquires_what_ours_released');
    await lock.release();
}

async function theirsExcludesOurs() {
    const lock = await gets(theirs, 'two');
    tell(lock !== null, 'theirs_acquires_what_is_free');
    tell(
        ours('--wait', '0s', 'acquire', 'two').status === 75,
        'theirs_excludes_ours'
    );
    tell((await holding('two')) === 5, 'our_attempt_leaves_their_keys');
    const longer = await lock.extend(60000);
    tell(longer.expiration > Date.now(), 'theirs_extends_after_our_attempt');
    await longer.release();
    const { status, out } = ours('--wait', '10s', 'acquire', 'two');
    tell(status === 0, 'ours_acquires_what_theirs_released');
    ours('release', 'two', '--token', out);
    tell(await none('two'), 'nothing_is_left');
}

async function ourWaiterGetsTheirLock() {
    const lock = await gets(theirs, 'three');
    const child = spawn(bin, [
        ...['-n', nodes, '--node-timeout', '5s', '--wait', '60s'],
        ...['run', 'three', '--', 'echo', 'in'],
    ]);
    let out = '';
    child.stdout.on('data', (bytes) => (out += bytes));
    await new Promise((resolve) => setTimeout(resolve, 500));
    tell(out === '', 'our_waiter_waits_for_them');
    await lock.release();
    const status = await new Promise((resolve) => child.on('close', resolve));
    tell(status === 0 && out.trim() === 'in', 'our_waiter_gets_in_after_them');
}

// A child that runs it until it has ended; resolves to its status.
function loop(command) {
    const script = `for i in 1 2 3 4 5 6 7 8 9 10; do ${command}; done`;
    const child = spawn('sh', ['-c', script], { stdio: 'inherit' });
    return new Promise((resolve) => child.on('close', resolve));
}

// All add to one file under the lock, without any other protection: three of
// ours, who hand it to each other, and one of theirs, who asks again and again.
async function together() {
    const file = `${masters}.counter`;
    fs.writeFileSync(file, '0');
    const add = `n=$(cat ${file}); sleep 0.01; echo $((n + 1)) >${file}`;
    const run = `${bin} -q -n ${nodes} --node-timeout 5s run four`;
    const ended = [1, 2, 3].map(() => loop(`${run} -- sh -c '${add}'`));
    let added = 0;
    while (added < 10) {
        /* Its retries run out where the machine is slow. */
        const lock = await gets(patient, 'four');
        if (lock === null) continue;
        added++;
        const n = Number(fs.readFileSync(file, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 10));
        fs.writeFileSync(file, `${n + 1}\n`);
        await lock.release();
    }
    await Promise.all(ended);
    tell(
        Number(fs.readFileSync(file, 'utf8')) === 40,
        'no_increment_of_either_is_missing'
    );
    tell(await none('four'), 'and_nobody_leaves_a_key');
}

async function sharedExcludesTheirs() {
    const one = ours('acquire', '--shared', 'five');
    const two = ours('acquire', '--shared', 'five');
    tell(one.status === 0 && two.status === 0, 'ours_share_what_is_free');
    tell((await gets(theirs, 'five')) === null, 'shared_ours_excludes_theirs');
    ours('release', '--shared', 'five', '--token', one.out);
    tell((await gets(theirs, 'five')) === null, 'also_when_one_is_left');
    tell(
        ours('extend', '--shared', 'five', '--token', two.out).status === 0,
        'which_is_ours_after_their_attempts'
    );
    ours('release', '--shared', 'five', '--token', two.out);
    const lock = await gets(patient, 'five');
    tell(lock !== null, 'theirs_acquires_what_the_last_reader_released');
    tell(
        ours('--wait', '0s', 'acquire', '--shared', 'five').status === 75,
        'theirs_excludes_shared_ours'
    );
    tell((await holding('five')) === 5, 'which_leaves_their_keys');
    await lock.release();
    tell(
        ours('--wait', '10s', 'run', '--shared', 'five', '--', 'true').status ===
            0,
        'and_gets_in_after_them'
    );
}

// One of theirs and one of ours write the same number into two files, one after
// the other; three of ours share the lock and find them equal each time.
async function readersTogether() {
    const [left, right] = ['left', 'right'].map((side) => `${masters}.${side}`);
    [left, right].forEach((file) => fs.writeFileSync(file, '0\n'));
    const run = `${bin} -q -n ${nodes} --node-timeout 5s --wait forever run`;
    const add = `n=$(cat ${left}); echo $((n + 1)) >${left}
        sleep 0.01; echo $((n + 1)) >${right}`;
    const look = `a=$(cat ${left}); sleep 0.01; [ "$a" = "$(cat ${right})" ]`;
    const ended = [1, 2, 3].map(() =>
        loop(`${run} --shared six -- sh -c '${look}' || exit 1`)
    );
    ended.push(loop(`${run} six -- sh -c '${add}' || exit 1`));
    for (let added = 0; added < 10; ) {
        const lock = await gets(patient, 'six');
        if (lock === null) continue;
        added++;
        const n = Number(fs.readFileSync(left, 'utf8')) + 1;
        fs.writeFileSync(left, `${n}\n`);
        await new Promise((resolve) => setTimeout(resolve, 10));
        fs.writeFileSync(right, `${n}\n`);
        await lock.release();
    }
    const statuses = await Promise.all(ended);
    tell(
        statuses.every((status) => status === 0),
        'no_reader_of_ours_saw_a_writer_of_either_at_work'
    );
    tell(
        Number(fs.readFileSync(right, 'utf8')) === 20,
        'and_no_write_is_missing'
    );
    tell(await none('six'), 'nor_is_a_key_left');
}

async function main() {
    await oursExcludesTheirs();
    await theirsExcludesOurs();
    await ourWaiterGetsTheirLock();
    await together();
    await sharedExcludesTheirs();
    await readersTogether();
    clients.forEach((client) => client.disconnect());
    console.log(`1..${count}`);
    process.exitCode = failed > 0 ? 1 : 0;
}

theirs.on('error', () => {});
patient.on('error', () => {});
main().catch((error) => {
    console.log(`# ${error.stack.replaceAll('\n', '\n# ')}`);
    process.exit(1);
});
