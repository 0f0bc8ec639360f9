import { randomBytes } from 'node:crypto'

import type { KnownPrices } from '#torture/checker/check-prices.ts'
import { type Caller, toRecord } from '#torture/people/call-product.ts'
import { type Desk, openDesk } from '#torture/people/desk.ts'
import type { Colleague } from '#torture/people/staff.ts'
import { toUnits } from '#torture/people/book.ts'
import {
  costOf,
  importedServices,
  type ProviderName,
  quantitySoldMax,
  soldServices,
} from '#torture/world/catalogue.ts'
import type { Server } from '#torture/world/start-world.ts'

import type { Query } from './open-database.ts'

export type Shop = {
  /** The administrator's. */
  desk: Desk
  /** Everybody who decides, the administrator among them. */
  colleagues: Colleague[]
  /** Our ids of the services, by name, and of the providers. */
  services: ReadonlyMap<string, number>
  providers: Record<ProviderName, number>
  knownPrices: KnownPrices
  secrets: Record<string, string>
}

/** Of charges that are higher than what was known: what one provider asks raises prices, the other's holds them. */
const policyOf: Record<ProviderName, 'follow' | 'hold'> = { one: 'follow', two: 'hold' }

/** What an operator does on the first day: enters the providers, imports what is to be sold and brings colleagues. */
export async function openShop(options: {
  caller: Caller
  admin: { email: string; password: string }
  servers: Record<ProviderName, Server>
  /** For the one thing that no call does: a second provider behind a service. */
  query: Query
}): Promise<Shop> {
  const { caller, admin, servers, query } = options
  const token = await logIn(caller, admin)
  const desk = openDesk({ caller, token, password: admin.password })
  const providers = { one: await enter(desk, servers.one), two: await enter(desk, servers.two) }
  for (const name of ['one', 'two'] as const) {
    const path = `/api/admin/providers/${providers[name]}`
    await desk.do({ method: 'PUT', path, body: { sync_policy: policyOf[name], first_orders: null } })
    const serviceIds = soldServices.filter(({ provider }) => provider === name).map(({ service }) => service)
    await desk.do({ path: '/api/admin/services/import', body: { provider: name, serviceIds } })
  }
  const found = await findServices(caller)
  const services = new Map([...found].map(([name, { id }]) => [name, id]))
  for (const { name, isSharedWithOther, service } of soldServices) {
    const id = services.get(name)
    if (!isSharedWithOther || id === undefined) continue
    const path = `/api/admin/services/${id}`
    await desk.do({ method: 'PUT', path, body: { max: quantitySoldMax } })
    await query(
      `insert into supplies (service_id, provider_id, provider_service, cost_rate, priority)
       values ($1, $2, $3, $4, 2)`,
      [id, providers.two, String(service), String(costOf('two'))],
    )
  }
  const first: Colleague = { name: 'administrator', desk }
  const others = [await hire(caller, desk, 'colleague-1'), await hire(caller, desk, 'colleague-2')]
  const prices = new Map([...found.values()].map(({ id, rate }) => [id, new Set([rate])]))
  return {
    desk,
    colleagues: [first, ...others],
    services,
    providers,
    knownPrices: { costs: listCosts(), prices },
    secrets: Object.fromEntries(
      [first, ...others].map(({ name, desk: own }) => [`${name}'s token`, own.token]),
    ),
  }
}

/** All that the lists say in a run: no list changes. */
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

async function enter(desk: Desk, { name, url, key }: Server): Promise<number> {
  const body = { slug: name, name: `Provider ${name}`, api_url: url, key }
  const answer = await desk.do({ path: '/api/admin/providers', body })
  return Number(toRecord(answer.body['provider'])['id'])
}

/** Somebody registers and is made staff, with everything that staff may do. */
async function hire(caller: Caller, desk: Desk, name: string): Promise<Colleague> {
  const [email, password] = [`${name}@torture.example.com`, randomBytes(12).toString('hex')]
  const body = { name, email, password, terms: true }
  const { body: made } = await post(caller, '/api/auth/register', body)
  const path = `/api/admin/users/${Number(toRecord(made['user'])['id'])}`
  await desk.do({ method: 'PUT', path, body: { role: 'admin' } })
  const token = await logIn(caller, { email, password })
  return { name, desk: openDesk({ caller, token, password }) }
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
