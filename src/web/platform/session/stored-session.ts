import { isLanguage } from '#contract/base/languages.ts'
import { permissions as all } from '#contract/base/permissions.ts'
import { money, moneyFromNumber, moneyToNumber, type Money } from '#contract/base/money.ts'
import type { User } from '#contract/users/users.ts'
import type { Session } from './session.ts'
import { expiryOf } from './session-token.ts'

/** The part of the user that the session stores. Storage is untrusted: names and defaults are those of spec §3. */
export type SessionUser = Pick<
  User,
  'id' | 'name' | 'email' | 'role' | 'balance' | 'owed' | 'language' | 'permissions' | 'needs_two_factor'
>

/** Parses the stored text; null unless the token has three parts and an expiry, and the user an id and an email. */
export function fromStored(text: string): Session | null {
  const { token, user } = membersOf(parse(text))
  if (typeof token !== 'string' || expiryOf(token) === undefined) return null
  const {
    id,
    email,
    name,
    role,
    balance,
    owed,
    language,
    permissions,
    needs_two_factor: needs,
  } = membersOf(user)
  if (typeof id !== 'number' || id <= 0 || typeof email !== 'string' || email === '') return null
  return {
    token,
    user: {
      id,
      email,
      name: typeof name === 'string' && name !== '' ? name : 'User',
      role: typeof role === 'string' && role.toLowerCase() === 'admin' ? 'admin' : 'user',
      balance: toMoney(balance),
      ...(toMoney(owed) > 0n && { owed: toMoney(owed) }),
      language: isLanguage(language) ? language : null,
      ...(needs === true && { needs_two_factor: needs }),
      ...(Array.isArray(permissions) && { permissions: all.filter((one) => permissions.includes(one)) }),
    },
  }
}

export function toStored(token: string, { balance, owed, ...user }: SessionUser): string {
  const { id, name, email, role, language, permissions, needs_two_factor } = user
  const own = { id, name, email, role, balance: moneyToNumber(balance), language, permissions }
  const stored = { ...own, needs_two_factor, ...(owed !== undefined && { owed: moneyToNumber(owed) }) }
  return JSON.stringify({ token, user: stored })
}

function toMoney(balance: unknown): Money {
  return (typeof balance === 'number' ? moneyFromNumber(balance) : undefined) ?? money(0n)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // members are checked one by one
}
