import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { claimedOrderId, encodePhpJson, isSignedWebhook, parsePhpJson, signBody } from './sign.ts'

const KEY = 'a-payment-key'
const body = '{"type":"payment","order_id":"ref-1","status":"paid","url":"https:\\/\\/a\\/b","name":"Việt"}'
const isSigned = (text: string, key = KEY) => isSignedWebhook(Buffer.from(text), key)
const withSign = (text: string, sign: string) => `${text.slice(0, -1)},"sign":"${sign}"}`

test('signs as the gateway documents: md5 of base64 of the body and the key', () => {
  const base64 = Buffer.from('{"a":"b"}').toString('base64')
  expect(signBody('{"a":"b"}', KEY)).toBe(createHash('md5').update(`${base64}${KEY}`).digest('hex'))
})

test('verifies a webhook as PHP wrote it', () => {
  expect(isSigned(withSign(body, signBody(body, KEY)))).toBe(true)
})

test('verifies one whose raw bytes were signed though PHP would write them differently', () => {
  const raw = '{"order_id": "ref-1", "status": "paid", "url": "https://a/b", "rate": 1.50}'
  expect(isSigned(withSign(raw, signBody(raw, KEY)))).toBe(true)
})

test('verifies one that was re-encoded in transit, with sign in another place', () => {
  const { order_id, ...rest } = JSON.parse(body)
  const moved = { order_id, sign: signBody(body, KEY), ...rest }
  const inOrder =
    '{"order_id":"ref-1","type":"payment","status":"paid","url":"https:\\/\\/a\\/b","name":"Việt"}'
  const text = JSON.stringify({ ...moved, sign: signBody(inOrder, KEY) }, undefined, 2)
  expect(isSigned(text)).toBe(true)
  expect(claimedOrderId(Buffer.from(text))).toBe('ref-1')
})

test.each([
  ['JSON.stringify', '{"name":"Việt 🚀","url":"https://a/b"}'],
  ['json_encode without flags', String.raw`{"name":"Vi\u1ec7t \ud83d\ude80","url":"https:\/\/a\/b"}`],
  ['json_encode with unescaped slashes', String.raw`{"name":"Vi\u1ec7t \ud83d\ude80","url":"https://a/b"}`],
])('verifies one that was signed as %s writes it, and re-encoded afterwards', (_name, signed) => {
  const { name, url } = JSON.parse(signed)
  expect(isSigned(JSON.stringify({ sign: signBody(signed, KEY), name, url }, undefined, 1))).toBe(true)
  expect(isSigned(JSON.stringify({ sign: signBody(signed, KEY), name, url: `${url}c` }))).toBe(false)
})

test('verifies one whose raw bytes were signed with blanks around its members', () => {
  const raw = '{"rate": 1.50, "url": "https://a/b"}'
  expect(isSigned(`${raw.slice(0, -1)}, "sign": "${signBody(raw, KEY)}"}`)).toBe(true)
})

test.each([
  ['no sign', body],
  ['an empty sign', withSign(body, '')],
  ['a sign with another key', withSign(body, signBody(body, 'another'))],
  ['a changed amount', withSign(body, signBody(body, KEY)).replace('ref-1', 'ref-2')],
  ['a sign that is no text', `${body.slice(0, -1)},"sign":0}`],
  ['a sign in a list', `${body.slice(0, -1)},"sign":["${signBody(body, KEY)}"]}`],
  ['no JSON', 'sign=abc'],
  ['a list', '[]'],
  ['null', 'null'],
  ['nothing', ''],
])('refuses %s', (_name, text) => {
  expect(isSigned(text)).toBe(false)
})

test.each([
  ['slashes are escaped', { url: 'https://a/b' }, '{"url":"https:\\/\\/a\\/b"}'],
  ['letters beyond ASCII and emoji stay', 'Việt 🚀 é', '"Việt 🚀 é"'],
  ['line and paragraph separators are escaped', 'a\u2028b\u2029', '"a\\u2028b\\u2029"'],
  ['quotes, backslashes and short escapes', '"\\\b\f\n\r\t', '"\\"\\\\\\b\\f\\n\\r\\t"'],
  ['other control characters are lower-case hex', '\u0000\u001f\u007f', '"\\u0000\\u001f\u007f"'],
  ['an empty object is an empty array', { a: {}, b: [] }, '{"a":[],"b":[]}'],
  ['keys that count from 0 are a list', { 0: 'a', 1: 'b' }, '["a","b"]'],
  ['keys that begin at 1 are not', { 1: 'a' }, '{"1":"a"}'],
  ['null, true and false', [null, true, false], '[null,true,false]'],
  ['a whole float loses its point', 100, '100'],
  ['shortest digits', 0.1, '0.1'],
  ['small numbers are plain down to 0.0001', 0.0001, '0.0001'],
  ['and have an exponent below', 0.00001234, '1.234e-5'],
  ['with a digit after the point', 0.00001, '1.0e-5'],
  ['large numbers are plain', 1.2345678901234568e16, '12345678901234568'],
  ['and have an exponent from 1.0e+17 on', 1e17, '1.0e+17'],
  ['negative ones too', -2.5e-7, '-2.5e-7'],
  ['minus zero', -0, '-0'],
])('%s, as PHP writes it', (_name, value, expected) => {
  expect(encodePhpJson(value)).toBe(expected)
})

test('keeps integers that a double cannot represent', () => {
  expect(encodePhpJson(parsePhpJson('{"a":9223372036854775807,"b":12}'))).toBe(
    '{"a":9223372036854775807,"b":12}',
  )
})

test('refuses what json_encode refuses', () => {
  expect(() => encodePhpJson('\ud800')).toThrow(TypeError)
  expect(() => encodePhpJson(Infinity)).toThrow(TypeError)
})
