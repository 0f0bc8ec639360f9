import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '#contract/base/languages.ts'
import { makeStorage } from '#test/fake-storage.ts'
import { adoptLanguage, inOwnLanguage } from './own-language.ts'

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const sent: unknown[] = []

/** A user signs in on a page in Vietnamese, whose cookie says so as well. */
function signIn({
  own,
  chosen,
}: {
  own: Language | null
  chosen?: Language | `${Language}:${number}`
}): void {
  const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0, language: own }
  const kept = { session: JSON.stringify({ token, user }), ...(chosen && { chosenLanguage: chosen }) }
  vi.stubGlobal('localStorage', makeStorage(kept))
}

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('document', {
    cookie: 'language=vi',
    documentElement: { lang: 'vi', toggleAttribute: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ success: false, code: 'internal_error' }, { status: 500 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test("opening a page never changes an account's language, whatever its address and cookie say", async () => {
  signIn({ own: null })
  await adoptLanguage()
  signIn({ own: 'en', chosen: 'vi' })
  await adoptLanguage()
  signIn({ own: null, chosen: 'ru' })
  await adoptLanguage()
  expect(sent).toEqual([])
})

test('a language chosen before signing in is stored for an account without one, and for no later account', async () => {
  signIn({ own: null, chosen: 'vi' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await adoptLanguage()
  expect(sent).toEqual([{ language: 'vi' }])
  // It failed, and is tried again with the next page.
  expect(localStorage.getItem('chosenLanguage')).toBe('vi')
  signIn({ own: 'en', chosen: 'vi' })
  await adoptLanguage()
  expect(localStorage.getItem('chosenLanguage')).toBeNull()
})

test('a language chosen by a link while signed in is stored in the account, and used from then on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  signIn({ own: 'en', chosen: 'vi:7' })
  const next = vi.fn<() => Promise<unknown>>()
  const request = new Request('https://panel.example/orders')
  await inOwnLanguage({ request } as Parameters<typeof inOwnLanguage>[0], next) // all that it reads
  expect(next).toHaveBeenCalledTimes(1)
  await adoptLanguage()
  expect(sent).toEqual([{ language: 'vi' }])
  sent.length = 0
  // Left by another user who was signed in here before.
  signIn({ own: 'en', chosen: 'vi:8' })
  await adoptLanguage()
  expect(sent).toEqual([])
})
