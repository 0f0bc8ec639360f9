import { randomBytes } from 'node:crypto'

import { APPROVAL_ABOVE } from '#torture/checker/check-transfers.ts'
import type { KnownPrices } from '#torture/checker/check-prices.ts'
import { type Caller, toRecord } from '#torture/clients/call-product.ts'
import { type StaffClient, makeStaffClient } from '#torture/clients/staff-client.ts'
import type { Colleague } from '#torture/clients/staff.ts'
import { TRANSFER_METHOD } from '#torture/clients/transfers.ts'
import { toUnits } from '#torture/clients/client-records.ts'
import {
  costOf,
  importedServices,
  type ProviderName,
  quantitySoldMax,
  soldServices,
} from '#torture/sandboxes/catalogue.ts'
import type { Server } from '#torture/sandboxes/start-sandboxes.ts'

import type { Query } from './open-database.ts'

export type Shop = {
  /** The administrator's client. */
  staffClient: StaffClient
  /** Everyone who decides reviews, including the administrator. */
  colleagues: Colleague[]
  /** The product's ids of the services, by name, and of the providers. */
  services: ReadonlyMap<string, number>
  providers: Record<ProviderName, number>
  knownPrices: KnownPrices
  secrets: Record<string, string>
}

/**
 * How charges above the known cost are handled: those of one provider raise prices, those of the other take its
 * services off sale.
 */
const policyOf: Record<ProviderName, 'follow' | 'hold'> = { one: 'follow', two: 'hold' }

/** An operator's first day: enters the providers, imports services and adds staff. */
export async function openShop(options: {
  caller: Caller
  admin: { email: string; password: string }
  servers: Record<ProviderName, Server>
  /** For the only setup without a call: a second provider for a service. */
  query: Query
}): Promise<Shop> {
  const { caller, admin, servers, query } = options
  const token = await logIn(caller, admin)
  const staffClient = makeStaffClient({ caller, token, password: admin.password })
  const providers = { one: await enter(staffClient, servers.one), two: await enter(staffClient, servers.two) }
  for (const name of ['one', 'two'] as const) {
    const path = `/api/admin/providers/${providers[name]}`
    await staffClient.do({ method: 'PUT', path, body: { sync_policy: policyOf[name], first_orders: null } })
    const serviceIds = soldServices.filter(({ provider }) => provider === name).map(({ service }) => service)
    await staffClient.do({ path: '/api/admin/services/import', body: { provider: name, serviceIds } })
  }
  // Their accounts come from the environment.
  const gateways = {
    heleket: { is_on: true, merchant: null },
    payeer: { is_on: true, shop: null },
    stripe: { is_on: true, account: null },
    btcpay: { is_on: true, url: null, store: null },
  }
  const transfers = {
    id: TRANSFER_METHOD,
    is_on: true,
    name: { en: 'Bank transfer' },
    instructions: { en: 'Transfer to account 1.' },
    min: null,
    max: null,
    fee: { percent: 0, fixed: 0 },
    bonuses: null,
    is_test: false,
    approval_above: Number(APPROVAL_ABOVE) / 1e8,
  }
  const body = { gateways, payment_methods: [transfers] }
  await staffClient.do({ method: 'PUT', path: '/api/admin/settings', body })
  const found = await findServices(caller)
  const services = new Map([...found].map(([name, { id }]) => [name, id]))
  for (const { name, isSharedWithOther, service } of soldServices) {
    const id = services.get(name)
    if (!isSharedWithOther || id === undefined) continue
    const path = `/api/admin/services/${id}`
    await staffClient.do({ method: 'PUT', path, body: { max: quantitySoldMax } })
    await query(
      `insert into supplies (service_id, provider_id, provider_service, cost_rate, priority)
       values ($1, $2, $3, $4, 2)`,
      [id, providers.two, String(service), String(costOf('two'))],
    )
  }
  const first: Colleague = { name: 'administrator', staffClient }
  const others = [
    await hire(caller, staffClient, 'colleague-1'),
    await hire(caller, staffClient, 'colleague-2'),
  ]
  const prices = new Map([...found.values()].map(({ id, rate }) => [id, new Set([rate])]))
  return {
    staffClient,
    colleagues: [first, ...others],
    services,
    providers,
    knownPrices: { costs: listCosts(), prices },
    secrets: Object.fromEntries(
      [first, ...others].map(({ name, staffClient: own }) => [`${name}'s token`, own.token]),
    ),
  }
}

/** All costs in the lists of a run: lists do not change. */
function listCosts(): KnownPrices['costs'] {
  const sold = soldServices.flatMap(({ service, provider, isSharedWithOther }) =>
    isSharedWithOther
      ? (['one', 'two'] as const).map((name) => [name, service] as const)
      : [[provider, service] as const],
  )
  const imported = importedServices.flatMap((service) => [
    ['one', service] as const,
    ['two', service] as const,
  ])
  return new Map(
    [...sold, ...imported].map(([name, service]) => [`${name} ${service}`, new Set([costOf(name)])]),
  )
}

async function enter(staffClient: StaffClient, { name, url, key }: Server): Promise<number> {
  const body = { slug: name, name: `Provider ${name}`, api_url: url, key }
  const answer = await staffClient.do({ path: '/api/admin/providers', body })
  return Number(toRecord(answer.body['provider'])['id'])
}

/** Registers a user and makes them staff with every permission. */
async function hire(caller: Caller, staffClient: StaffClient, name: string): Promise<Colleague> {
  const [email, password] = [`${name}@torture.example.com`, randomBytes(12).toString('hex')]
  const body = { name, email, password, terms: true }
  const { body: made } = await post(caller, '/api/auth/register', body)
  const path = `/api/admin/users/${Number(toRecord(made['user'])['id'])}`
  await staffClient.do({ method: 'PUT', path, body: { role: 'admin' } })
  const token = await logIn(caller, { email, password })
  return { name, staffClient: makeStaffClient({ caller, token, password }) }
}

async function logIn(caller: Caller, body: { email: string; password: string }): Promise<string> {
  return String((await post(caller, '/api/auth/login', body)).body['token'])
}

async function post(caller: Caller, path: string, body: unknown) {
  const answer = await caller.callUntilAnswered({ method: 'POST', path, body })
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${path} was refused: ${answer?.status} ${JSON.stringify(answer?.body)}`)
  return answer
}

async function findServices(caller: Caller): Promise<Map<string, { id: number; rate: bigint }>> {
  const answer = await caller.callUntilAnswered({ path: '/api/services' })
  const found = new Map(
    answer?.list.map(({ id, name, rate }) => [String(name), { id: Number(id), rate: toUnits(rate) }]),
  )
  const missing = soldServices.filter(({ name }) => !found.has(name))
  if (missing.length > 0) throw new Error(`the catalogue lacks ${missing.map(({ name }) => name).join(', ')}`)
  return found
}
