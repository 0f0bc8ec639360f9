import { expect, test } from 'vitest'

import { ConfigError } from '#server/lib/environment/environment.ts'

import { outlastOutages } from './outages.ts'

/** How many times a start that fails with this error is tried. */
async function countStarts(failure: Error): Promise<number> {
  let starts = 0
  const start = async () => {
    starts += 1
    if (starts === 1) throw failure
  }
  await outlastOutages(start, () => undefined).catch(() => undefined)
  return starts
}

const withCode = (message: string, code: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const reset = withCode('read ECONNRESET', 'ECONNRESET')

test.each([
  ['a line that was reset', reset],
  ['a session that another crash ended', withCode('terminating connection', '57P02')],
  [
    'a line that ended before it was asked',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  [
    'a node of a cluster that was lost at the commit',
    withCode('could not commit transaction for shard 102020 on at least one active node', 'XX000'),
  ],
  [
    'a node of a cluster that was lost in a tx',
    withCode('failure on connection marked as essential: 127.0.0.1:5481', 'XX000'),
  ],
  ['no place in the pool', new Error('timeout exceeded when trying to connect')],
  ['a socket that nobody has made yet', withCode('connect ENOENT', 'ENOENT', { syscall: 'connect' })],
  ['a migration that was cut off', new Error('0001_x.sql failed and changed nothing', { cause: reset })],
])('starts again after %s', async (_what, failure) => {
  expect(await countStarts(failure)).toBe(2)
})

test.each([
  ['a refused password', withCode('password authentication failed for user "x"', '28P01')],
  ['a database that is not there', withCode('database "x" does not exist', '3D000')],
  ['a file that is not there', withCode('open ENOENT', 'ENOENT', { syscall: 'open' })],
  ['what was waited for in vain', new ConfigError('takes no connection', { cause: reset })],
  ['a bug', new TypeError('x is not a function')],
])('does not start again after %s', async (_what, failure) => {
  expect(await countStarts(failure)).toBe(1)
})
