import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { fromStoredEvidence, type OrderEvidence } from '#contract/orders/order-evidence.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { placeOrder } from '#server/modules/orders/placing/place-order.ts'
import { expireLeases, resolveUnknown } from '#server/modules/orders/dispatch/resolve-unknown.ts'
import { pollOnce } from '#server/modules/orders/polling/poll-order.ts'
import { dispatchStateOf } from '#server/modules/orders/state/order-queries.ts'
import { closedSendingBreaker } from '#server/modules/providers/breakers/sending-breaker.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { makeService, makeUser, type TestUser } from './factories.ts'
import { startPanel, type TestPanel } from './panel.ts'

// Longer than most: one bench, whose actions share its app, panel and customer.

type ServiceOptions = Omit<NonNullable<Parameters<typeof makeService>[1]>, 'supply'>
const never = new Date('2100-01-01')
const longAgo = new Date(0)

export type OrderBench = ReturnType<typeof makeOrderBench>

/**
 * One app per file; per test a panel, a customer with $100, a service that the panel supplies, and an audit at the end.
 * No worker runs: tests trigger sending, polling and expiry themselves.
 */
export function makeOrderBench({ supply = '1', ...own }: ServiceOptions & { supply?: string } = {}) {
  let app: TestApp
  let panel: TestPanel
  let user: TestUser
  let service: { id: number }
  let links = 0

  beforeAll(async () => {
    app = await makeTestApp()
  })
  afterAll(() => app.drop())
  beforeEach(async () => {
    const { db } = app.ctx
    // Detaches rows of the previous test.
    await db
      .updateTable('dispatch_queue')
      .set({
        due_at: never,
        lease_until: sql<Date | null>`case when lease_until is null then null else ${never}::timestamptz end`,
      })
      .execute()
    panel = await startPanel(app.ctx)
    user = await makeUser(app.ctx, { balance: '100' })
    service = await makeService(app.ctx, {
      ...own,
      supply: { providerId: panel.provider.id, service: supply },
    })
  })
  afterEach(async () => {
    await panel.stop()
    await auditMoney(app.ctx)
  })

  const bench = {
    get app() {
      return app
    },
    get ctx() {
      return app.ctx
    },
    get panel() {
      return panel
    },
    get user() {
      return user
    },
    get service() {
      return service
    },
    /** For the rest of this test. */
    use(other: { user?: TestUser; service?: { id: number } }) {
      user = other.user ?? user
      service = other.service ?? service
    },
    /** Orders 1,000 of the service, or of another one, each time for a new link. */
    async place({
      serviceId = service.id,
      link = `https://example.com/${(links += 1)}`,
      quantity = 1000,
    } = {}) {
      const body = { service_id: serviceId, link, quantity }
      const { order } = await placeOrder(app.ctx, { userId: user.id, body })
      const placed = app.ctx.db.updateTable('dispatch_queue').set({ due_at: earlier })
      await placed.where('user_id', '=', user.id).where('order_id', '=', BigInt(order.id)).execute()
      return BigInt(order.id)
    },
    /** Sends what is due now, and waits for the answers. */
    async dispatch(options: { timeoutMs?: number } = {}) {
      await agreeOnDue(app.ctx)
      const dispatcher = makeDispatcher(app.ctx, options)
      await dispatcher.pump()
      await dispatcher.stop()
    },
    /** As staff see it, with its number of attempts. */
    async orderOf(id: bigint) {
      return app.ctx.db
        .selectFrom('orders')
        .selectAll()
        .select(dispatchStateOf())
        .select(
          sql<number>`(select count(*)::int from order_attempts tried
            where tried.user_id = orders.user_id and tried.order_id = orders.id)`.as('attempts'),
        )
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    },
    /** Its queue entry. */
    async placeOf(id: bigint) {
      return app.ctx.db.selectFrom('dispatch_queue').selectAll().where('order_id', '=', id).executeTakeFirst()
    },
    async attemptsOf(id: bigint) {
      return app.ctx.db
        .selectFrom('order_attempts')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('number')
        .execute()
    },
    /** The stored exchange of the last attempt, of one kind. */
    async evidenceOf<Code extends OrderEvidence['code']>(id: bigint, code: Code) {
      const kept = (await bench.attemptsOf(id)).flatMap(({ evidence }) => fromStoredEvidence(evidence))
      return kept.findLast((one): one is Extract<OrderEvidence, { code: Code }> => one.code === code)
    },
    /** Expires the queue entry, the lease or the wait of an order now. */
    async makeDue(id: bigint) {
      await app.ctx.db
        .updateTable('dispatch_queue')
        .set({
          due_at: longAgo,
          lease_until: sql<Date | null>`case when lease_until is null then null else ${longAgo}::timestamptz end`,
        })
        .where('order_id', '=', id)
        .execute()
    },
    /** Its poll entry, or that of its refill; undefined if there is none. */
    async checkOf(id: bigint, kind: 'order' | 'refill' = 'order') {
      return app.ctx.db
        .selectFrom('poll_queue')
        .selectAll()
        .where('order_id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst()
    },
    /** Makes all its poll entries due now. */
    async makeCheckDue(id: bigint) {
      await app.ctx.db.updateTable('poll_queue').set({ due_at: longAgo }).where('order_id', '=', id).execute()
    },
    /** As if the order were still polled, for late answers. */
    async putBackCheck(id: bigint) {
      const { user_id, provider_id, provider_order } = await bench.orderOf(id)
      if (provider_id === null) throw new Error('it has no provider')
      const row = { user_id, order_id: id, kind: 'order' as const, provider_id, provider_ref: provider_order }
      await app.ctx.db
        .insertInto('poll_queue')
        .values({ ...row, due_at: longAgo })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** Polls what is due at the test's provider, and waits for the answers. */
    async ask(ctx = app.ctx, providerId = panel.provider.id) {
      await pollOnce(ctx, providerId)
    },
    /** Long enough for every automatic decision. */
    async letTimePass(id: bigint) {
      for (let round = 0; round < 3; round += 1) {
        await bench.makeDue(id)
        await expireLeases(app.ctx)
        await bench.makeDue(id)
        await resolveUnknown(app.ctx)
        await bench.dispatch()
      }
    },
    async sync(id: bigint) {
      await bench.makeCheckDue(id)
      await bench.ask()
    },
    /** An order that the provider has: our id and the provider's. */
    async placeAccepted(own: { serviceId?: number; quantity?: number } = {}) {
      const id = await bench.place(own)
      await bench.dispatch()
      const { provider_order: there } = await bench.orderOf(id)
      if (there === null) throw new Error('it was not taken')
      return { id, there }
    },
    /** The same, with a status reported by the provider. */
    async placeAt(
      status: string,
      { remains, ...own }: { remains?: number; serviceId?: number; quantity?: number } = {},
    ) {
      const placed = await bench.placeAccepted(own)
      await panel.move(placed.there, { status, ...(remains === undefined ? {} : { remains }) })
      await bench.sync(placed.id)
      return placed
    },
    /** As if staff had resumed sending to the provider, whatever became of earlier orders. */
    async resumeSending(providerId = panel.provider.id) {
      await app.ctx.db
        .updateTable('providers')
        .set(closedSendingBreaker)
        .where('id', '=', providerId)
        .execute()
    },
    /** The provider accepted it but answered 500: the outcome is unknown. */
    async placeInReview() {
      await panel.fault('error_500_after')
      const id = await bench.place()
      await bench.dispatch()
      await bench.letTimePass(id)
      const { dispatch } = await bench.orderOf(id)
      if (dispatch !== 'review') throw new Error(`it is ${dispatch}`)
      await bench.resumeSending()
      return id
    },
  }
  return bench
}

/**
 * A moment ago, so that what is queued now is due by any clock. The queueing connection's clock may be some
 * milliseconds ahead of the claiming one's, which would find the entry in its next round; here there is only one.
 */
const earlier = sql<Date>`now() - interval '0.5 s'`

/** Rows that a test queued without the bench, a moment ago. */
async function agreeOnDue({ db }: TestApp['ctx']): Promise<void> {
  await db
    .updateTable('dispatch_queue')
    .set({ due_at: earlier })
    .where('token', 'is', null)
    .where('due_at', '>', sql<Date>`now() - interval '0.5 s'`)
    .where('due_at', '<', sql<Date>`now() + interval '0.5 s'`)
    .execute()
}
