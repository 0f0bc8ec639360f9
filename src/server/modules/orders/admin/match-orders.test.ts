import { beforeAll, describe, expect, test } from 'vitest'

import { decideOrders, type ListedOrder, matchOrders } from '#contract/orders/order-incidents.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

const match = (rows: readonly unknown[], { who = admin, provider_id = bench.panel.provider.id } = {}) =>
  bench.app.call(matchOrders, { token: who.token, body: { provider_id, rows } })
const outcomes = async (rows: readonly unknown[]) =>
  (await match(rows)).body.results.map(({ outcome, id }) => (id === null ? outcome : BigInt(id)))

/** A line of the panel's own list. */
const row = (order: string, own: Partial<ListedOrder> & { link: string }) => ({
  order,
  service: '2',
  quantity: 1000,
  ...own,
})

/** An order in review for the link. */
async function placeUnknown(link: string): Promise<bigint> {
  await bench.panel.fault('error_500_after')
  const id = await bench.place({ link })
  await bench.dispatch()
  await bench.letTimePass(id)
  return id
}

describe("a provider's list compared with the orders in review", () => {
  test('one-to-one matches are proposed, and complete the order when staff decide so', async () => {
    const one = await placeUnknown('https://example.com/one')
    const two = await placeUnknown('https://example.com/two')
    const taken = await bench.panel.adds()
    const at = new Date().toISOString()
    const rows = taken.map(({ order, link, service, quantity }) => ({
      order: String(order),
      link: `${link.replace('https://', 'http://www.')}/`,
      service: String(service),
      quantity,
      at,
    }))
    expect(await outcomes(rows)).toEqual([one, two])
    const items = [one, two].map((id, place) => ({
      id: Number(id),
      decision: 'exists',
      provider_order: rows[place]?.order,
    }))
    const body = { items, reason: 'on their list', dry_run: false }
    const { body: decided } = await bench.app.call(decideOrders, { token: admin.token, body })
    expect(decided.totals).toMatchObject({ exists: { orders: 2 }, refused: 0 })
    expect(await outcomes(rows)).toEqual(['held', 'held'])
  })

  test('another service, link, quantity or time matches nothing', async () => {
    const link = 'https://example.com/alone'
    const id = await placeUnknown(link)
    const hourOff = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    for (const own of [
      { link, service: '1' },
      { link: `${link}?b` },
      { link, quantity: 999 },
      { link, at: hourOff(-1) },
      { link, at: hourOff(1) },
    ])
      expect(await outcomes([{ ...row('77', { link }), ...own }])).toEqual(['none'])
    expect(await outcomes([row('77', { link })])).toEqual([id])
    const zoned = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 16)}+02:00`
    expect(await outcomes([{ ...row('77', { link }), at: zoned }])).toEqual([id])
  })

  test('an ambiguous match is never proposed: two orders, two lines, an id that is listed twice', async () => {
    const link = 'https://example.com/same'
    const id = await placeUnknown(link)
    expect(await outcomes([row('81', { link }), row('82', { link })])).toEqual(['ambiguous', 'ambiguous'])
    expect(await outcomes([row('81', { link }), row('81', { link: 'https://example.com/x' })])).toEqual([
      'ambiguous',
      'none',
    ])
    expect(await outcomes([row('81', { link })])).toEqual([id])
    await placeUnknown(link)
    expect(await outcomes([row('81', { link })])).toEqual(['ambiguous'])
  })

  test('a line that may belong to an attempt decided otherwise is never proposed', async () => {
    const link = 'https://example.com/again'
    const refunded = await placeUnknown(link)
    const items = [{ id: Number(refunded), decision: 'refund' }]
    const body = { items, reason: 'asked them', dry_run: false }
    expect((await bench.app.call(decideOrders, { token: admin.token, body })).status).toBe(200)
    expect(await outcomes([row('91', { link })])).toEqual(['ambiguous'])
    await placeUnknown(link)
    expect(await outcomes([row('91', { link })])).toEqual(['ambiguous'])
  })

  test('an id that an order holds belongs to that order, and is ignored for the others', async () => {
    const link = 'https://example.com/held'
    const { there } = await bench.placeAccepted()
    const id = await placeUnknown(link)
    expect(await outcomes([row(there, { link }), row('95', { link })])).toEqual(['held', id])
  })

  test('accepts 1 to 500 lines of an existing provider, from admins only', async () => {
    const line = row('1', { link: 'https://example.com/a' })
    for (const rows of [
      [],
      Array.from({ length: 501 }, () => line),
      [{ ...line, quantity: 0 }],
      [{ ...line, at: '2026-13-01T00:00Z' }],
    ])
      expect((await match(rows)).status).toBe(422)
    expect((await match([line], { provider_id: 999_999 })).body.code).toBe('provider_not_found')
    expect((await match([line], { who: bench.user })).status).toBe(403)
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...line,
      order: `${at}`,
      link: `https://example.com/${'a'.repeat(1900)}`,
    }))
    expect((await match(rows)).status).toBe(200)
  })
})
