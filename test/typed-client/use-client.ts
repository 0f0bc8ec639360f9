import createClient from 'openapi-fetch'

import type { paths } from '#made/api.d.ts'

/**
 * Code of a user who has only the document: compiled with every strict flag against the types generated from it, then
 * run. Expected type errors are marked.
 */
export async function useClient(
  baseUrl: string,
  { email, password, serviceId }: { email: string; password: string; serviceId: number },
) {
  const client = createClient<paths>({ baseUrl })
  const health = await client.GET('/healthz')
  const signedIn = await client.POST('/api/auth/login', { body: { email, password } })
  if (signedIn.data === undefined) throw new Error(signedIn.error.code)
  const headers = { authorization: `Bearer ${signedIn.data.token}` }

  const services = await client.GET('/api/services', { params: { query: { ids: [serviceId], limit: 1 } } })
  const rate: number | undefined = services.data?.[0]?.rate
  const placed = await client.POST('/api/orders/create', {
    headers,
    params: { header: { 'Idempotency-Key': 'typed' } },
    body: { service_id: serviceId, link: 'https://example.com/typed', quantity: 100 },
  })
  const orders = await client.GET('/api/orders', {
    headers,
    params: { query: { status: ['PENDING'], limit: 10, page: 1 } },
  })
  const one = await client.GET('/api/orders/{id}', {
    headers,
    params: { path: { id: placed.data?.order.id ?? 0 } },
  })
  const events: readonly ('created' | 'status' | 'refund' | 'cancel' | 'refill' | 'staff')[] =
    one.data?.order.events.map(({ type }) => type) ?? []

  const tooFew = await client.POST('/api/orders/create', {
    headers,
    body: { service_id: serviceId, link: '', quantity: 1 },
  })
  const code: 'invalid_fields' | undefined =
    tooFew.response.status === 422 ? readCode(tooFew.error) : undefined

  // @ts-expect-error an id is a number
  void (() => client.GET('/api/orders/{id}', { params: { path: { id: 'seven' } } }))
  // @ts-expect-error a page has a maximum number of rows
  void (() => client.GET('/api/orders', { params: { query: { limit: 'ten' } } }))
  // @ts-expect-error there is no such status
  void (() => client.GET('/api/orders', { params: { query: { status: 'LOST' } } }))
  // @ts-expect-error a link is a text
  void (() => client.POST('/api/orders/create', { body: { service_id: serviceId, link: 7 } }))
  // @ts-expect-error there is no such call
  void (() => client.GET('/api/nothing'))

  return {
    health: health.data?.status,
    rate,
    replayed: placed.response.headers.get('idempotent-replayed'),
    statuses: orders.data?.orders.map(({ status }) => status),
    events,
    code,
    quantity: tooFew.error?.field_codes?.['quantity'],
  }
}

function readCode(error: { code: string } | undefined): 'invalid_fields' | undefined {
  return error?.code === 'invalid_fields' ? 'invalid_fields' : undefined
}
