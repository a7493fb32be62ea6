// SPDX-License-Identifier: MIT
// Reports the tests of node:test as flat TAP, which meson reads.

export default async function * tap (source) {
  let count = 0
  for await (const { type, data } of source) {
    const passed = type === 'test:pass'
    // A file counts only if it fails by itself.
    const file = data?.name?.endsWith('.test.js')
    if (!(passed && !file) && type !== 'test:fail') continue
    if (file && data.details.error.failureType === 'subtestsFailed') continue
    yield `${passed ? 'ok' : 'not ok'} ${++count} - ` +
      `node::${data.name.replaceAll('#', '')}` +
      (data.skip === undefined ? '\n' : ` # SKIP ${data.skip}\n`)
    if (passed) continue
    const error = data.details.error.cause ?? data.details.error
    const text = String(error.stack ?? error)
    yield text.replace(/^/gm, '#   ') + '\n'
  }
  yield `1..${count}\n`
}
