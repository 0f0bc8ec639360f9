import { makeCaller, toRecord } from '#torture/clients/call-product.ts'
import type { ClientContext } from '#torture/clients/client-context.ts'
import { register } from '#torture/clients/customer.ts'
import { payAt } from '#torture/clients/payer.ts'
import { becomeReseller } from '#torture/clients/reseller.ts'
import { makeStaffClient, type StaffClient } from '#torture/clients/staff-client.ts'
import { soldServices } from '#torture/sandboxes/catalogue.ts'

import type { Second } from './start-second.ts'

export type SecondShop = {
  second: Second
  caller: ReturnType<typeof makeCaller>
  staffClient: StaffClient
  /** The customer of the first product that it buys as. */
  buyerId: number
  /** Its id for the first product. */
  providerId: number
  /** Its services on sale. */
  services: readonly number[]
  /** Session tokens of its customers. */
  tokens: readonly string[]
}

const CENTS = 60_000
const CUSTOMERS = 2
const BALANCE = 5_000

/** Becomes a customer of the first product, adds it as provider, imports its services and has customers with money. */
export async function openSecondShop(context: ClientContext, second: Second): Promise<SecondShop> {
  const buyer = await register(context, 'second-shop')
  if (buyer === undefined) throw new Error('the second shop could not register')
  await payAt(context, {
    ...buyer,
    key: 'second-shop-pay',
    cents: CENTS,
    method: 'cryptomus',
    outcome: 'paid',
  })
  const reseller = await becomeReseller(context, buyer)
  if (reseller === undefined) throw new Error('the second shop got no API key')
  const caller = makeCaller({ url: second.url, giveUp: context.giveUp, onWaited: () => undefined })
  const token = await logIn(caller, second.admin)
  const staffClient = makeStaffClient({ caller, token, password: second.admin.password })
  const account = { slug: 'first', name: 'First', api_url: `${context.caller.url}/api/v2`, key: reseller.key }
  const { body } = await staffClient.do({ path: '/api/admin/providers', body: account })
  const providerId = Number(toRecord(body['provider'])['id'])
  const path = `/api/admin/providers/${providerId}`
  await staffClient.do({ method: 'PUT', path, body: { first_orders: null } })
  const serviceIds = soldServices.flatMap(({ name }) => context.services.get(name) ?? [])
  await staffClient.do({ path: '/api/admin/services/import', body: { provider: 'first', serviceIds } })
  const listed = await caller.callUntilAnswered({ path: '/api/services' })
  const services = listed?.list.map(({ id }) => Number(id)) ?? []
  if (services.length !== serviceIds.length)
    throw new Error(`the second shop sells ${services.length} of ${serviceIds.length} services`)
  const names = Array.from({ length: CUSTOMERS }, (_, index) => `second-customer-${index + 1}`)
  const tokens = await Promise.all(names.map((name) => makeCustomer(caller, staffClient, name)))
  return { second, caller, staffClient, buyerId: buyer.userId, providerId, services, tokens }
}

async function makeCustomer(caller: SecondShop['caller'], staff: StaffClient, name: string): Promise<string> {
  const body = {
    name,
    email: `${name}@second.example.com`,
    password: `a long password of ${name}`,
    terms: true,
  }
  const made = await caller.callUntilAnswered({ method: 'POST', path: '/api/auth/register', body })
  const path = `/api/admin/users/${Number(toRecord(made?.body['user'])['id'])}`
  const change = { balance: BALANCE, expected_balance: 0, reason: 'For the run' }
  await staff.do({ method: 'PUT', path, body: change })
  return String(made?.body['token'])
}

async function logIn(
  caller: SecondShop['caller'],
  body: { email: string; password: string },
): Promise<string> {
  const answer = await caller.callUntilAnswered({ method: 'POST', path: '/api/auth/login', body })
  return String(answer?.body['token'])
}
