import { setTimeout } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { codeOf } from '#test/authenticator-codes.ts'

import { journeyAdmin } from './start-product.ts'

export type Person = { token: string; user: { id: number; email: string; name: string; balance: number } }

let count = 0
const triesMax = 6

/** Waits and retries when a busy machine asks for it, as any client should: the refused call did nothing. */
async function send(path: string, method: string, body: unknown, token?: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${process.env['JOURNEY_URL']}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    if (response.status !== 503 || seconds === 0 || tries === triesMax)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    await setTimeout(seconds * 1000)
  }
}

/** One API call with this token. */
export async function callAs(person: Person, path: string, method = 'GET', body?: unknown): Promise<unknown> {
  return send(path, method, body, person.token)
}

export async function logIn(email: string, password: string): Promise<Person> {
  return (await send('/api/auth/login', 'POST', { email, password })) as Person // the contract's shape
}

export async function getAdmin(): Promise<Person> {
  return logIn(journeyAdmin.email, journeyAdmin.password)
}

/** Shared: a journey that changes it restores it. */
export async function getDemo(): Promise<Person> {
  return logIn('demo@example.com', 'demo needs a password')
}

export const password = 'a long password'

/** A separate customer, with a balance that the admin posts. */
export async function makeCustomer({ balance = 0, name = 'Journey' } = {}): Promise<Person> {
  count += 1
  const email = `journey-${process.pid}-${Date.now()}-${count}@example.com`
  const person = (await send('/api/auth/register', 'POST', { name, email, password })) as Person // the contract's shape
  if (balance === 0) return person
  const adjustment = { balance, expected_balance: 0, reason: 'For a journey' }
  await callAs(await getAdmin(), `/api/admin/users/${person.user.id}`, 'PUT', adjustment)
  return { ...person, user: { ...person.user, balance } }
}

/** As in the settings. Returns the secret, whose current code is used. */
export async function turnOnTwoFactor(person: Person): Promise<string> {
  const begun = await callAs(person, '/api/user/2fa/setup', 'POST', { password })
  const { secret } = begun as { secret: string } // the contract's shape
  await callAs(person, '/api/user/2fa/enable', 'POST', { code: codeOf(secret) })
  return secret
}

/** As if this user had signed in in this browser. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.addInitScript((session) => {
    if (sessionStorage.getItem('journey-signed-in') !== null) return
    sessionStorage.setItem('journey-signed-in', 'yes')
    localStorage.setItem('session', session)
  }, JSON.stringify(person))
}

export type OfferedService = {
  id: number
  name: string
  rate: number
  min: number
  max: number
  type: string
  platform: string
}

/** The nth matching service of the demo's catalogue, a plain one by default; the same for equal arguments. */
export async function findService(
  fits: (service: OfferedService) => boolean,
  nth = 0,
  type = 'Default',
): Promise<OfferedService> {
  const services = (await send('/api/services', 'GET', undefined)) as OfferedService[] // the contract's shape
  const found = services.filter((service) => service.type === type && fits(service))[nth]
  if (found === undefined) throw new Error('the catalogue has no such service')
  return found
}

/** The nth that is affordable, has a minimum above one, and allows thousands. */
export function findAffordable(nth: number): Promise<OfferedService> {
  return findService(
    ({ platform, min, max, rate }) =>
      platform === 'Instagram' && min > 1 && min <= 500 && max >= 10_000 && rate > 0.1 && rate < 5,
    nth,
  )
}

/** A page's URL, with the id of a service on sale here for `:service`, and of the demo customer's newest order for `:order`. */
export async function toAddress(path: string): Promise<string> {
  if (path.includes(':service')) return path.replace(':service', String((await findService(() => true)).id))
  if (!path.includes(':order')) return path
  const { orders } = (await callAs(await getDemo(), '/api/orders?limit=1')) as { orders: { id: number }[] } // the contract's shape
  return path.replace(':order', String(orders[0]?.id))
}
