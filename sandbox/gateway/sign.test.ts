import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedBy, signBody, signWebhook } from './sign.ts'

test('signs with md5 of base64 of the body and the key', () => {
  // echo -n '{"a":1}' | base64 → eyJhIjoxfQ==, then md5 of that followed by the key.
  const expected = createHash('md5').update('eyJhIjoxfQ==secret').digest('hex')
  expect(signBody('{"a":1}', 'secret')).toBe(expected)
  expect(isSignedBy(Buffer.from('{"a":1}'), 'secret', expected)).toBe(true)
  expect(isSignedBy(Buffer.from('{"a":2}'), 'secret', expected)).toBe(false)
  expect(isSignedBy(Buffer.from('{"a":1}'), 'secret', '')).toBe(false)
})

test('puts the signature of a webhook last, over the bytes without it', () => {
  const body = signWebhook({ url: 'a/b', note: 'é' }, 'secret')
  const [, sign = ''] = /,"sign":"([0-9a-f]{32})"}$/.exec(body) ?? []
  const unsigned = body.replace(`,"sign":"${sign}"`, '')
  expect(unsigned).toBe(String.raw`{"url":"a\/b","note":"é"}`)
  expect(signBody(unsigned, 'secret')).toBe(sign)
})
