import { afterEach, expect, test, vi } from 'vitest'
import { money } from '#contract/base/money.ts'
import { makeStorage } from '#test/fake-storage.ts'
import { getSession, mergeBalance, startSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

test("a balance that is told of one user never becomes another's, who signed in in another tab meanwhile", () => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => {} } })
  const user = {
    id: 7,
    name: 'Linh',
    email: 'linh@example.com',
    role: 'user',
    language: null,
    balance: money(5n),
  } as const
  startSession({ token, user })
  mergeBalance(8, money(99n))
  expect(getSession()?.user.balance).toBe(5n)
  mergeBalance(7, money(6n))
  expect(getSession()?.user.balance).toBe(6n)
})
