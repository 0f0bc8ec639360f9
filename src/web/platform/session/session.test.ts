import { afterEach, expect, test, vi } from 'vitest'
import { money } from '#contract/base/money.ts'
import { makeStorage } from '#test/fake-storage.ts'
import { getSession, mergeBalance, startSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const linh = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', language: null } as const

test('a balance event never reaches a different user who signed in in another tab meanwhile', () => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } })
  startSession({ token, user: { ...linh, balance: money(5n) } })
  mergeBalance(8, money(99n))
  expect(getSession()?.user.balance).toBe(5n)
  mergeBalance(7, money(6n))
  expect(getSession()?.user.balance).toBe(6n)
})

test('an unchanged user is not stored again, so a sign-in in another tab is not overwritten', () => {
  const storage = makeStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } })
  startSession({ token, user: { ...linh, balance: money(5n) } })
  const stores = vi.spyOn(storage, 'setItem')
  mergeBalance(7, money(5n))
  expect(stores).not.toHaveBeenCalled()
  mergeBalance(7, money(6n))
  expect(stores).toHaveBeenCalledOnce()
})
