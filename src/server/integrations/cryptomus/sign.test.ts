import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { openWebhook, signBody } from './sign.ts'

const KEY = 'a-payment-key'
const body = '{"type":"payment","order_id":"ref-1","status":"paid","url":"https:\\/\\/a\\/b","name":"Việt"}'
const open = (text: string, key = KEY) => openWebhook(Buffer.from(text), key)
const withSign = (text: string, sign: string) => `${text.slice(0, -1)},"sign":"${sign}"}`

test('signs as the gateway documents: md5 of base64 of the body and the key', () => {
  const base64 = Buffer.from('{"a":"b"}').toString('base64')
  expect(signBody('{"a":"b"}', KEY)).toBe(createHash('md5').update(`${base64}${KEY}`).digest('hex'))
})

test('opens a webhook as PHP wrote it', () => {
  expect(open(withSign(body, signBody(body, KEY)))).toEqual({ orderId: 'ref-1', status: 'paid' })
})

test('opens one whose raw bytes were signed though PHP would write them otherwise', () => {
  const raw = '{"order_id": "ref-1", "status": "paid", "url": "https://a/b", "rate": 1.50}'
  expect(open(withSign(raw, signBody(raw, KEY)))).toEqual({ orderId: 'ref-1', status: 'paid' })
})

test('opens one that was written anew on the way, with sign in another place', () => {
  const { order_id, ...rest } = JSON.parse(body)
  const moved = { order_id, sign: signBody(body, KEY), ...rest }
  const inOrder =
    '{"order_id":"ref-1","type":"payment","status":"paid","url":"https:\\/\\/a\\/b","name":"Việt"}'
  expect(open(JSON.stringify({ ...moved, sign: signBody(inOrder, KEY) }, undefined, 2))?.orderId).toBe(
    'ref-1',
  )
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
  expect(open(text)).toBeUndefined()
})
