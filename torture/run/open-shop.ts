import { type Answer, type Caller, toRecord } from '#torture/people/call-product.ts'
import { type ProviderName, quantitySoldMax, soldServices } from '#torture/world/catalogue.ts'
import type { Server } from '#torture/world/start-world.ts'

import type { Query } from './open-database.ts'

export type Shop = {
  /** The admin's. */
  token: string
  /** Our ids of the services, by name, and of the providers. */
  services: ReadonlyMap<string, number>
  providers: Record<ProviderName, number>
}

/** What an operator does on the first day: enters the providers and imports what is to be sold. */
export async function openShop(options: {
  caller: Caller
  admin: { email: string; password: string }
  servers: Record<ProviderName, Server>
  /** For the one thing that no call does: a second provider behind a service. */
  query: Query
}): Promise<Shop> {
  const { caller, admin, servers, query } = options
  const login = await post(caller, { path: '/api/auth/login', body: admin })
  const token = String(login.body['token'])
  const [one, two] = [await enter(caller, token, servers.one), await enter(caller, token, servers.two)]
  for (const name of ['one', 'two'] as const) {
    const serviceIds = soldServices.filter(({ provider }) => provider === name).map(({ service }) => service)
    await post(caller, { path: '/api/admin/services/import', token, body: { provider: name, serviceIds } })
  }
  const services = await findServices(caller)
  for (const { name, isSharedWithOther, service } of soldServices) {
    const id = services.get(name)
    if (!isSharedWithOther || id === undefined) continue
    const path = `/api/admin/services/${id}`
    await post(caller, { method: 'PUT', path, token, body: { max: quantitySoldMax } })
    await query(
      `insert into supplies (service_id, provider_id, provider_service, cost_rate, priority)
       values ($1, $2, $3, 75000000, 2)`,
      [id, two, String(service)],
    )
  }
  return { token, services, providers: { one, two } }
}

async function enter(caller: Caller, token: string, { name, url, key }: Server): Promise<number> {
  const body = { slug: name, name: `Provider ${name}`, api_url: url, key }
  const answer = await post(caller, { path: '/api/admin/providers', token, body })
  return Number(toRecord(answer.body['provider'])['id'])
}

async function findServices(caller: Caller): Promise<Map<string, number>> {
  const answer = await caller.callUntilAnswered({ path: '/api/services' })
  const found = new Map(answer?.list.map((service) => [String(service['name']), Number(service['id'])]))
  const missing = soldServices.filter(({ name }) => !found.has(name))
  if (missing.length > 0) throw new Error(`the catalogue lacks ${missing.map(({ name }) => name).join(', ')}`)
  return found
}

async function post(
  caller: Caller,
  call: { method?: 'POST' | 'PUT'; path: string; token?: string; body: unknown },
): Promise<Answer> {
  const answer = await caller.callUntilAnswered({ method: 'POST', ...call })
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${call.path} was refused: ${answer?.status} ${JSON.stringify(answer?.body)}`)
  return answer
}
