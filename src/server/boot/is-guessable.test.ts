import { randomBytes, randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { isGuessable } from './refuse-unsafe.ts'
import { makeSecretKey } from './stored-secret-key.ts'

test.for([
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'abababababababababababababababab',
  '1234567890123456',
  '0123456789abcdef0123456789abcdef',
  'passwordpassword',
  'PasswordPassword123',
  'changemechangeme',
  'change-me-please',
  'qwertyuiopasdfgh',
  'my-secret-key-12345',
  'your-secret-key-here',
  'super-secret-production-key',
  'tally-and-reach-secret-key',
  '3141592653589793',
])('"%s" is guessable', (key) => {
  expect(isGuessable(key)).toBe(true)
})

test('random text is not, however it was generated, nor is a sentence of the operator', () => {
  for (let at = 0; at < 200; at += 1) {
    const drawn = [
      makeSecretKey(),
      randomUUID(),
      randomBytes(16).toString('hex'),
      randomBytes(16).toString('base64'),
    ]
    expect(drawn.filter(isGuessable)).toEqual([])
  }
  expect(isGuessable('a key of my own choice')).toBe(false)
  expect(isGuessable('correct horse battery staple')).toBe(false)
})

test('a long key is checked without blocking', () => {
  expect(isGuessable(randomBytes(500).toString('hex'))).toBe(false)
})
