import { beforeAll, describe, expect, test } from 'vitest'

import { getAdminOrder, listAdminOrders } from '#contract/orders/admin-orders.ts'
import { adminDismissOrder } from '#contract/orders/order-actions.ts'
import { notedReviewCodes, type OrderReviewCode, orderReviewCodes } from '#contract/orders/order-review.ts'
import { getStats } from '#contract/reports/reports.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

import { listAdminOrderKeys } from './list-admin-orders.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

const mark = (id: bigint, code: OrderReviewCode | null, details: Record<string, unknown> = {}) =>
  bench.ctx.db
    .updateTable('orders')
    .set({ review_code: code, review_details: code === null ? null : JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

const list = async (query: Record<string, string> = {}) =>
  (await bench.app.call(listAdminOrders, { token: admin.token, query: { attention: 'true', ...query } })).body
const dismiss = (id: bigint, who: TestUser = admin) =>
  bench.app.call(adminDismissOrder, { token: who.token, params: { id }, body: { reason: 'seen to' } })
const countInStats = async () => (await bench.app.call(getStats, { token: admin.token })).body.data.inReview

describe('orders in review', () => {
  test('are all codes but the informational ones, and the stats count the same', async () => {
    const before = await countInStats()
    const placed = new Map<OrderReviewCode, bigint>()
    for (const code of orderReviewCodes) {
      const id = await bench.place({ quantity: 10 })
      placed.set(code, id)
      await mark(id, code)
    }
    const mustLook = orderReviewCodes.filter((code) => !notedReviewCodes.includes(code))
    const { orders } = await list({ user_id: String(bench.user.id) })
    expect(orders.map(({ review_code }) => review_code).toSorted()).toEqual(mustLook.toSorted())
    expect(await countInStats()).toBe(before + mustLook.length)
    expect((await list({ limit: '200' })).orders).toHaveLength(before + mustLook.length)
    for (const id of placed.values()) await mark(id, null)
  })

  test('are listed in pages, newest first, with code, details and sentence, in the list and on the order', async () => {
    const ids = [await bench.place(), await bench.place(), await bench.place()]
    for (const id of ids) await mark(id, 'unknown_status', { status: 'Frobnicated' })
    const own = { user_id: String(bench.user.id), limit: '2' }
    const first = await list(own)
    expect(first.orders.map(({ id }) => BigInt(id))).toEqual([ids[2], ids[1]])
    const rest = await list({ ...own, cursor: String(first.next_cursor) })
    expect([rest.orders.map(({ id }) => BigInt(id)), rest.next_cursor]).toEqual([[ids[0]], null])
    const review = {
      review_code: 'unknown_status',
      review_details: { status: 'Frobnicated' },
      flag: 'The provider reports an unknown status: Frobnicated',
    }
    expect(first.orders[0]).toMatchObject(review)
    const { body } = await bench.app.call(getAdminOrder, { token: admin.token, params: { id: ids[0] ?? 0n } })
    expect(body.order).toMatchObject(review)
    for (const id of ids) await mark(id, null)
  })

  test('are read from their own index, however many orders there are', async () => {
    const filter = {
      userId: undefined,
      status: undefined,
      dispatch: undefined,
      key: undefined,
      search: undefined,
    }
    const seen: string[] = []
    const { db, pool } = bench.ctx
    const log = db.withPlugin({
      transformQuery: ({ node }) => {
        seen.push(db.getExecutor().compileQuery(node, { queryId: 'x' }).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listAdminOrderKeys(log, { ...filter, needsAttention: true, before: undefined, count: 3 })
    const client = await pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
      const { rows } = await client.query(`explain ${seen[0]?.replaceAll(/\$\d+/g, '3')}`)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_attention')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('a lasting review stays whatever follows; an open one is cleared by the next answer', async () => {
    const late = await bench.placeAccepted()
    const odd = await bench.placeAccepted()
    await mark(late.id, 'accepted_too_late', { number: 1, provider_order: '7' })
    for (const { there } of [late, odd]) await bench.panel.move(there, { status: 'Frobnicated' })
    for (const { id } of [late, odd]) await bench.sync(id)
    expect((await bench.orderOf(late.id)).review_code).toBe('accepted_too_late')
    expect((await bench.orderOf(odd.id)).review_code).toBe('unknown_status')
    for (const { there } of [late, odd]) await bench.panel.move(there, { status: 'In progress' })
    for (const { id } of [late, odd]) await bench.sync(id)
    expect((await bench.orderOf(late.id)).review_code).toBe('accepted_too_late')
    expect((await bench.orderOf(odd.id)).review_code).toBe(null)
    const again = await bench.place()
    await mark(again, 'accepted_too_late', { number: 1, provider_order: '8' })
    await bench.dispatch()
    expect(await bench.orderOf(again)).toMatchObject({
      dispatch: 'accepted',
      review_code: 'accepted_too_late',
    })
  })

  test('are dismissed once; those that need a decision and notes are not', async () => {
    const { id } = await bench.placeAt('Completed')
    await mark(id, 'after_end', { status: 'Canceled' })
    expect((await dismiss(id, bench.user)).status).toBe(403)
    const answers = await Promise.all([dismiss(id), dismiss(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await bench.orderOf(id)).toMatchObject({ status: 'COMPLETED', review_code: null, refunded: 0n })
    // First, so that no other order's attempt meets the fault.
    const undecided = await bench.placeInReview()
    const noted = await bench.place()
    await mark(noted, 'no_provider')
    for (const other of [noted, undecided]) expect((await dismiss(other)).body.code).toBe('state_conflict')
    expect((await bench.orderOf(undecided)).review_code).toBe('sending_unknown')
    expect((await dismiss(999_999_999n)).status).toBe(404)
  })
})
