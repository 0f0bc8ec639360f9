import { expect, test } from 'vitest'
import { originOf } from './guard.ts'
import { fromStored, toStored } from './stored-session.ts'

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 105.00000001 } as const

test('a session that is stored is read back with its exact balance', () => {
  const session = fromStored(JSON.stringify({ token, user }))
  expect(session?.user.balance).toBe(10_500_000_001n)
  expect(session && fromStored(toStored(session.token, session.user))).toEqual(session)
})

test('fills in the defaults of spec §3', () => {
  expect(
    fromStored(JSON.stringify({ token, user: { id: 1, email: 'a@b.co', role: 'ADMIN' } }))?.user,
  ).toEqual({
    id: 1,
    email: 'a@b.co',
    name: 'User',
    role: 'admin',
    balance: 0n,
    language: null,
  })
})

test.each([
  ['no JSON', '{'],
  ['two parts', JSON.stringify({ token: 'a.b', user })],
  ['a token that does not decode', JSON.stringify({ token: 'a.%.c', user })],
  ['a token without expiry', JSON.stringify({ token: `a.${btoa('{}')}.c`, user })],
  ['a user without id', JSON.stringify({ token, user: { email: 'a@b.co' } })],
  ['a user without email', JSON.stringify({ token, user: { id: 1 } })],
])('refuses %s', (_what, text) => {
  expect(fromStored(text)).toBeNull()
})

test.each([
  ['/orders?page=2', '/orders?page=2'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['', '/dashboard'],
])('after login %s leads to %s', (from, target) => {
  expect(originOf(new URLSearchParams({ from }))).toBe(target)
})
