import { expect, test } from 'vitest'

import { readRecoveryCode } from './recovery-codes.ts'
import { drawSecret, findStep, otpauthUrl } from './totp.ts'

/** RFC 6238, appendix B: its secret for SHA-1, and the last six of its eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is that of RFC 6238, also 30 s before and after, and no further', (seconds, code) => {
  const step = BigInt(Math.floor(seconds / 30))
  const at = (offset: number) => findStep({ secret, code, now: new Date((seconds + offset) * 1000) })
  expect([at(0), at(-30), at(30)]).toEqual([step, step, step])
  expect([at(-60), at(60)]).toEqual([undefined, undefined])
  expect(findStep({ secret, code: code.slice(1), now: new Date(seconds * 1000) })).toBeUndefined()
})

test('a secret has 160 bits, and the URL of its QR code is what apps read', () => {
  const drawn = drawSecret()
  expect(drawn).toMatch(/^[A-Z2-7]{32}$/)
  expect(drawSecret()).not.toBe(drawn)
  const url = new URL(otpauthUrl({ secret: drawn, issuer: 'Acme: a & b', account: 'bo+1@example.com' }))
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(url.pathname)).toBe('/Acme  a & b:bo+1@example.com')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Acme  a & b',
    secret: drawn,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a recovery code is read in any way people write it, and nothing else is', () => {
  expect(readRecoveryCode('ABCDE0I2L4')).toBe('abcde01214')
  expect(readRecoveryCode('abcdeoooo0')).toBe('abcde00000')
  for (const other of ['', '123456', 'abcde0121', 'abcde012145', 'abcde0121u', 'abcde0121é'])
    expect(readRecoveryCode(other)).toBeUndefined()
})
