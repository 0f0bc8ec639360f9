import { afterEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#test/fake-storage.ts'
import { forgetDrafts, isSecret, openDraft } from './drafts.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a password', { type: 'password', autocomplete: '', dataset: {} }, true],
  ['a password that is shown', { type: 'text', autocomplete: 'current-password', dataset: {} }, true],
  [
    'a shown one that no browser is told of',
    { type: 'text', autocomplete: '', dataset: { secret: '' } },
    true,
  ],
  ['a code of one use', { type: 'text', autocomplete: 'one-time-code', dataset: {} }, true],
  ['an email', { type: 'email', autocomplete: 'username', dataset: {} }, false],
] as const)('%s is secret: %s', (_what, box, secret) => {
  expect(isSecret(box)).toBe(secret)
})

test('a draft belongs to its user, and is deleted when another one signs in', () => {
  vi.stubGlobal(
    'sessionStorage',
    makeStorage({
      'draft:7:new-order': JSON.stringify({ link: 'https://example.com/7' }),
      'intent:7:new-order': '{}',
      'draft:0:login': JSON.stringify({ email: 'a@example.com' }),
      unrelated: 'stays',
    }),
  )
  expect(openDraft('new-order', 7).values).toEqual({ link: 'https://example.com/7' })
  expect(openDraft('new-order', 8).values).toEqual({})
  forgetDrafts((owner) => owner !== 8 && owner !== 0)
  expect(Object.keys(sessionStorage)).toEqual(['draft:0:login', 'unrelated'])
})

test('an unreadable stored draft is ignored', () => {
  vi.stubGlobal('sessionStorage', makeStorage({ 'draft:7:new-order': '{' }))
  expect(openDraft('new-order', 7).values).toEqual({})
})
