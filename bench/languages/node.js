// SPDX-License-Identifier: MIT
// node.js LOCK SOCKET PAIRS: as python.py. LOCK is npm-redlock, plain or fenced.
'use strict';

const [kind, path, pairs] = process.argv.slice(2);

function open() {
    if (kind === 'npm-redlock') {
        const Redis = require('ioredis');
        const { default: Redlock } = require('redlock');
        return new Redlock([new Redis({ path })]);
    }
    const Redlock = require('libredlock');
    return new Redlock(`unix://${path}`, { fencing: kind === 'fenced' });
}

async function main() {
    const redlock = open();
    const samples = [];
    for (let i = 0; i < Number(pairs); i++) {
        const start = process.hrtime.bigint();
        const lock = await redlock.acquire(['pair'], 10000);
        await lock.release();
        samples.push(Number(process.hrtime.bigint() - start));
    }
    const settled = samples.slice(samples.length / 10).sort((a, b) => a - b);
    console.log(Math.round(settled[settled.length >> 1] / 1000));
    process.exit(0);
}

main();
