import { expect, test } from 'vitest'

import { makeLog } from './make-log.ts'
import { makeSecurityLog } from './make-security-log.ts'

function startLog() {
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { security: makeSecurityLog(log), lines }
}

test('one event is one line: who, where and what', () => {
  const { security, lines } = startLog()
  security.note('limit_reached', { userId: 7, address: '192.0.2.7', code: 'rate_limited', route: 'GET /x' })
  security.note('login_failed', { address: '192.0.2.7', code: 'invalid_credentials' })
  security.stop()
  expect(lines).toMatchObject([
    { security: 'limit_reached', user: 7, address: '192.0.2.7', code: 'rate_limited', route: 'GET /x' },
    { security: 'login_failed', user: null, address: '192.0.2.7', code: 'invalid_credentials' },
  ])
})

test('a flood is a few lines and a count, and hides no other kind', () => {
  const { security, lines } = startLog()
  for (let n = 0; n < 10_000; n += 1)
    security.note('login_failed', { address: `192.0.2.${n % 250}`, code: 'invalid_credentials' })
  security.note('webhook_refused', { address: '198.51.100.1', code: 'invalid_signature' })
  security.stop()
  const ofFlood = lines.filter((line) => line['security'] === 'login_failed')
  const held = ofFlood.at(-1)?.['held']
  expect(ofFlood.length).toBeLessThanOrEqual(51)
  expect([Number(held) + ofFlood.length - 1, ofFlood.at(-1)?.['addresses']]).toEqual([10_000, 250])
  expect(lines.filter((line) => line['security'] === 'webhook_refused')).toHaveLength(1)
})

test('one address leaves room for others, and the first one to read is notified', () => {
  const { security, lines } = startLog()
  for (let n = 0; n < 1_000; n += 1) security.note('token_refused', { address: '192.0.2.7' })
  expect([
    security.hasRoom('token_refused', '192.0.2.7'),
    security.hasRoom('token_refused', '192.0.2.8'),
  ]).toEqual([false, true])
  security.note('token_refused', { address: '192.0.2.8', userId: 5 })
  expect(lines.at(-1)).toMatchObject({ address: '192.0.2.8', user: 5 })
  expect(lines.length).toBeLessThan(10)
  security.stop()
  expect(lines.at(-1)).toMatchObject({ held: 1_001 - (lines.length - 1), addresses: 2 })
})
