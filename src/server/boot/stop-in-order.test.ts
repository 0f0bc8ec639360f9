import { expect, test } from 'vitest'

import { makeLog } from '#server/lib/log/make-log.ts'

import { makeStarted } from './stop-in-order.ts'

test('stops in reverse order, and one that fails or hangs does not block the others', async () => {
  const said: string[] = []
  const started = makeStarted(makeLog('trace', { write: (line: string) => void said.push(line) }))
  const ended: string[] = []
  started.add({ name: 'first', seconds: 5, end: () => void ended.push('first') })
  started.add({ name: 'broken', seconds: 5, end: () => Promise.reject(new Error('it broke')) })
  started.add({ name: 'hanging', seconds: 0.2, end: () => new Promise(() => undefined) })
  started.add({ name: 'last', seconds: 5, end: () => void ended.push('last') })
  await started.stop()
  expect(ended).toEqual(['last', 'first'])
  expect(said.map((line) => JSON.parse(line))).toMatchObject([
    { part: 'hanging', msg: 'did not stop in time and is abandoned' },
    { part: 'broken', msg: 'stopping failed', err: { message: 'it broke' } },
  ])
})
