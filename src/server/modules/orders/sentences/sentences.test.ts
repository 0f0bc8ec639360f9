import { beforeAll, describe, expect, test } from 'vitest'

import { adminRetryOrder } from '#contract/orders/order-actions.ts'
import { decideOrders, listIncidents } from '#contract/orders/order-incidents.ts'
import { forgetSentence, getProviderSettling, settleProvider } from '#contract/orders/settle-provider.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ min: 1 })
const moderated = 'Your order was not accepted by moderation, see https://panel.example/rules/7'

let admin: TestUser
beforeAll(async () => {
  admin = await makeUser(bench.ctx, { role: 'admin' })
})

const providerNow = () =>
  bench.ctx.db
    .selectFrom('providers')
    .select(['sending_failures', 'sending_unknowns', 'sending_stopped_at', 'sending_paused_until'])
    .select('sending_error')
    .where('id', '=', bench.panel.provider.id)
    .executeTakeFirstOrThrow()

/** Refused with an unknown text, each for its own link; in review after the wait for a reply. */
async function placeRefused({ text = moderated } = {}): Promise<bigint> {
  const id = await bench.place({ quantity: 100 })
  await bench.panel.fault('refusal', { text })
  await bench.dispatch()
  return id
}

async function placeInReview(own?: { text: string }): Promise<bigint> {
  const id = await placeRefused(own)
  await bench.letTimePass(id)
  expect((await bench.orderOf(id)).dispatch).toBe('review')
  return id
}

const settling = async () => {
  const params = { id: bench.panel.provider.id }
  const { body } = await bench.app.call(getProviderSettling, { token: admin.token, params })
  return body
}
const retry = (id: bigint, body: { teach?: boolean }) =>
  bench.app.call(adminRetryOrder, {
    token: admin.token,
    params: { id: Number(id) },
    body: { reason: 'they said so', ...body },
  })
const settle = (what: object, dry_run: boolean) =>
  bench.app.call(settleProvider, {
    token: admin.token,
    params: { id: bench.panel.provider.id },
    body: { what, reason: 'the same', dry_run },
  })

describe('a refusal with an unknown text', () => {
  test('to any number of one customer’s orders stops nobody: they wait for review, and others are sent', async () => {
    for (let times = 0; times < 6; times += 1) {
      const id = await placeRefused()
      expect((await bench.orderOf(id)).dispatch).toBe('unknown')
    }
    expect(await providerNow()).toMatchObject({
      sending_failures: 0,
      sending_unknowns: 0,
      sending_stopped_at: null,
      sending_paused_until: null,
    })
    bench.use({ user: await makeUser(bench.ctx, { balance: '10' }) })
    expect((await bench.placeAccepted()).there).not.toBe('')
  })

  test('postpones what the same customer has queued there after five, or for that link after two', async () => {
    const link = 'https://example.com/same'
    await bench.panel.fault('refusal', { text: moderated, times: 2 })
    for (let times = 0; times < 2; times += 1) {
      await bench.place({ link })
      await bench.dispatch()
    }
    const isPutOff = async (id: bigint) =>
      ((await bench.placeOf(id))?.due_at?.getTime() ?? 0) > Date.now() + 300_000
    const [same, other] = [await bench.place({ link }), await bench.place()]
    const stranger = await makeUser(bench.ctx, { balance: '10' })
    const { user } = bench
    bench.use({ user: stranger })
    const theirs = await bench.place({ link })
    bench.use({ user })
    // Two concurrent sends: the refused one finds the rest of its link queued.
    await bench.ctx.db
      .updateTable('dispatch_queue')
      .set({ due_at: new Date(Date.now() + 60_000) })
      .where('order_id', 'in', [same, other, theirs])
      .execute()
    await bench.panel.fault('refusal', { text: moderated })
    await bench.place({ link })
    await bench.dispatch()
    expect(await Promise.all([same, other, theirs].map(isPutOff))).toEqual([true, false, false])
    await bench.panel.fault('refusal', { text: 'Something else went wrong' })
    await bench.place()
    await bench.dispatch()
    expect(await Promise.all([same, other, theirs].map(isPutOff))).toEqual([true, false, false])
    await bench.panel.fault('refusal', { text: 'And something else again' })
    await bench.place()
    await bench.dispatch()
    expect(await Promise.all([same, other, theirs].map(isPutOff))).toEqual([true, true, false])
  })

  test('pauses sending once five customers got the same sentence, and not before', async () => {
    for (let customers = 1; customers <= 5; customers += 1) {
      expect((await providerNow()).sending_paused_until).toBeNull()
      bench.use({ user: await makeUser(bench.ctx, { balance: '10' }) })
      await placeRefused({ text: `Order ${customers * 7} was not accepted by moderation` })
    }
    expect(await providerNow()).toMatchObject({
      sending_stopped_at: null,
      sending_paused_until: expect.any(Date),
      sending_error: { code: 'said_to_many', details: { customers: 5 } },
    })
  })
})

describe('a sentence that staff classify', () => {
  test('is a certain refusal from then on, and orders with it are settled together; a lost answer never is', async () => {
    const [first, second, third] = [await placeInReview(), await placeInReview(), await placeInReview()]
    const other = await placeInReview({ text: 'Something else went wrong' })
    const lost = await bench.placeInReview()
    expect(await retry(lost, { teach: true })).toMatchObject({
      status: 409,
      body: { details: { reason: 'nothing_to_teach' } },
    })
    expect((await bench.orderOf(lost)).dispatch).toBe('review')
    expect((await settling()).sentences).toEqual([])

    expect((await retry(first, { teach: true })).status).toBe(200)
    const { sentences } = await settling()
    expect(sentences).toMatchObject([{ example: moderated, taught_by: expect.any(String), waiting: 2 }])
    const [taught] = sentences
    const record = await bench.ctx.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'provider.teach')
      .execute()
    expect(record).toEqual([{ actor_id: admin.id, after: { sentence: moderated } }])

    // The first one is sent again, refused with the same text, and refunded.
    const balance = await balanceOf(bench.ctx, bench.user.id)
    await bench.panel.fault('refusal', { text: moderated.replace('7', '8') })
    await bench.dispatch()
    expect(await bench.orderOf(first)).toMatchObject({ status: 'FAILED', dispatch: 'rejected' })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBeGreaterThan(balance)

    const what = { kind: 'sentence', sentence_id: taught?.id }
    const expected = { orders: 2, cost: usd('0.18'), refunds: 0n, refused: 0, left: 0 }
    expect((await settle(what, true)).body).toMatchObject({ dry_run: true, ...expected })
    expect((await bench.orderOf(second)).dispatch).toBe('review')
    expect((await settle(what, false)).body).toMatchObject({ dry_run: false, ...expected })
    const states = await Promise.all([second, third, other, lost].map((id) => bench.orderOf(id)))
    expect(states.map(({ dispatch }) => dispatch)).toEqual(['queued', 'queued', 'review', 'review'])
    expect((await settle(what, false)).body).toMatchObject({ orders: 0 })
  })

  test('does not settle an order that was sent again since and whose answer was lost', async () => {
    const [one, again] = [await placeInReview(), await placeInReview()]
    await retry(one, { teach: true })
    await bench.ctx.db.deleteFrom('dispatch_queue').where('order_id', '=', one).execute()
    await retry(again, {})
    await bench.panel.fault('error_500_after')
    await bench.dispatch()
    await bench.letTimePass(again)
    expect((await bench.orderOf(again)).dispatch).toBe('review')
    const [taught] = (await settling()).sentences
    expect(taught?.waiting).toBe(0)
    const settled = await settle({ kind: 'sentence', sentence_id: taught?.id }, false)
    expect(settled.body).toMatchObject({ orders: 0 })
    await bench.ctx.pool.query('delete from refusal_sentences')
    await bench.ctx.db
      .insertInto('dispatch_queue')
      .values({ user_id: bench.user.id, order_id: one, due_at: new Date('2100-01-01'), tries: 1 })
      .execute()
  })

  test('is offered for an incident that has one, saved with its decision, listed, and removed again', async () => {
    const ids = [Number(await placeInReview()), Number(await placeInReview())]
    const { body } = await bench.app.call(listIncidents, { token: admin.token })
    expect(body.incidents.find(({ order_ids }) => order_ids.includes(ids[0] ?? 0))).toMatchObject({
      sentence: 'your order was not accepted by moderation, see <link>',
      orders: 2,
    })
    const items = ids.map((id) => ({ id, decision: 'not_taken' as const }))
    const decide = (dry_run: boolean) =>
      bench.app.call(decideOrders, {
        token: admin.token,
        body: { items, reason: 'they said so', dry_run, teach: true },
      })
    expect((await decide(true)).body.totals.not_taken.orders).toBe(2)
    expect((await settling()).sentences).toEqual([])
    await decide(false)
    const [taught] = (await settling()).sentences
    const params = { id: bench.panel.provider.id, sentence_id: taught?.id ?? 0 }
    const forget = () => bench.app.call(forgetSentence, { token: admin.token, params })
    expect([(await forget()).status, (await forget()).status]).toEqual([200, 404])
    expect((await settling()).sentences).toEqual([])
  })

  test('about a breakdown cannot be classified', async () => {
    const id = await placeInReview({ text: 'cURL error 28: Operation timed out' })
    expect((await retry(id, { teach: true })).status).toBe(409)
  })
})

describe('orders that a provider canceled with the full charge and nothing left to deliver', () => {
  test('are refunded together, of this provider only, with a preview of count and cost', async () => {
    const placed = [await bench.placeAccepted(), await bench.placeAccepted()]
    for (const { there } of placed)
      await bench.panel.move(there, { status: 'Canceled', remains: 0, charge: '0.9' })
    for (const { id } of placed) await bench.sync(id)
    expect((await settling()).canceled).toBe(2)
    const balance = await balanceOf(bench.ctx, bench.user.id)
    const { body: rehearsal } = await settle({ kind: 'canceled' }, true)
    expect(rehearsal).toMatchObject({ orders: 2, cost: usd('1.8'), refused: 0, left: 0 })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(balance)
    expect((await settle({ kind: 'canceled' }, false)).body).toEqual({ ...rehearsal, dry_run: false })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(balance + rehearsal.refunds)
    for (const { id } of placed)
      expect(await bench.orderOf(id)).toMatchObject({ status: 'REFUNDED', review_code: null })
    expect((await settling()).canceled).toBe(0)
  })
})

test('without the permission it is neither shown, classified nor settled', async () => {
  const colleague = await makeUser(bench.ctx, { role: 'admin', permissions: ['reports'] })
  const params = { id: bench.panel.provider.id }
  const { token } = colleague
  const calls = await Promise.all([
    bench.app.call(getProviderSettling, { token, params }),
    bench.app.call(forgetSentence, { token, params: { ...params, sentence_id: 1 } }),
    bench.app.call(settleProvider, {
      token,
      params,
      body: { what: { kind: 'canceled' }, reason: 'x', dry_run: true },
    }),
  ])
  expect(calls.map(({ status }) => status)).toEqual([403, 403, 403])
})
