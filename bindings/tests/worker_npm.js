// SPDX-License-Identifier: MIT
// worker_npm.js NODES RESOURCE COUNTER SECONDS: a contender with the redlock of
// npm, as worker.py. It has no fencing token.
'use strict';

const fs = require('fs');
const Redis = require('ioredis');
const { default: Redlock } = require('redlock');

const [nodes, resource, counter, seconds] = process.argv.slice(2);
const clients = nodes.split(',').map((uri) => {
    const client = new Redis({ path: uri.replace('unix://', '') });
    client.on('error', () => {}); // a node may be down
    return client;
});
const redlock = new Redlock(clients, {
    retryCount: 50,
    retryDelay: 15,
    retryJitter: 10,
});
redlock.on('error', () => {});

function note(what, lock) {
    fs.appendFileSync(
        `${counter}.journal`,
        `${what} npm 0 ${lock.value} ${Date.now() / 1000}\n`
    );
}

async function main() {
    const end = Date.now() + Number(seconds) * 1000;
    let turns = 0;
    while (Date.now() < end) {
        let lock;
        try {
            lock = await redlock.acquire([resource], 10000);
        } catch (error) {
            continue;
        }
        // It is returned even if its third node answered after that.
        if (lock.expiration <= Date.now())
            continue;
        note('enter', lock);
        const number = Number(fs.readFileSync(counter, 'utf8'));
        fs.writeFileSync(counter, String(number + 1));
        note('leave', lock);
        turns++;
        await lock.release().catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.log(turns);
    process.exit(0);
}

main();
