import { expect } from 'vitest'

import * as acts from '#contract/orders/order-actions.ts'
import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import * as incidents from '#contract/orders/order-incidents.ts'
import * as settling from '#contract/orders/settle-provider.ts'

import type { TestUser } from './factories.ts'
import type { makeOrderBench } from './order-bench.ts'
import type { RecordedChange } from './staff-changes-of-users.ts'

/** Changes of orders by staff, each once, with its action in the audit log. */
export function changesOfOrders(
  bench: ReturnType<typeof makeOrderBench>,
  getAdmin: () => TestUser,
): Record<string, RecordedChange> {
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const as = (id: number | bigint, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })

  return {
    adminCancelOrder: [
      'order.cancel',
      async () => ok(await bench.app.call(acts.adminCancelOrder, as(await bench.place(), { reason: 'so' }))),
    ],
    adminRefundOrder: [
      'order.refund',
      async () =>
        ok(await bench.app.call(acts.adminRefundOrder, as(await bench.placeInReview(), { reason: 'so' }))),
    ],
    adminSetPartial: [
      'order.set_partial',
      async () => {
        const { id } = await bench.placeAt('In progress')
        ok(await bench.app.call(acts.adminSetPartial, as(id, { remains: 10, reason: 'so' })))
      },
    ],
    adminEditOrder: [
      'order.edit',
      async () =>
        ok(
          await bench.app.call(
            acts.adminEditOrder,
            as(await bench.place(), { link: 'https://example.com/right', reason: 'so' }),
          ),
        ),
    ],
    adminChangeProvider: [
      'order.change_provider',
      async () => {
        const id = await bench.placeInReview()
        const { body } = await bench.app.call(getAdminOrder, as(id))
        const supply_id = body.order.supplies[0]?.id
        ok(await bench.app.call(acts.adminChangeProvider, as(id, { supply_id, reason: 'so' })))
      },
    ],
    adminRetryOrder: [
      'order.retry',
      async () =>
        ok(await bench.app.call(acts.adminRetryOrder, as(await bench.placeInReview(), { reason: 'so' }))),
    ],
    adminCompleteOrder: [
      'order.complete',
      async () =>
        ok(await bench.app.call(acts.adminCompleteOrder, as(await bench.placeInReview(), { reason: 'so' }))),
    ],
    decideOrders: [
      'order.retry',
      async () => {
        const items = [{ id: Number(await bench.placeInReview()), decision: 'not_taken' }]
        for (const dry_run of [true, false]) {
          const body = { items, reason: 'so', dry_run }
          ok(await bench.app.call(incidents.decideOrders, { token: getAdmin().token, body }))
        }
      },
    ],
    settleProvider: [
      'order.refund',
      async () => {
        await bench.placeAt('Canceled', { remains: 0 })
        for (const dry_run of [true, false]) {
          const body = { what: { kind: 'canceled' }, reason: 'so', dry_run }
          ok(await bench.app.call(settling.settleProvider, as(bench.panel.provider.id, body)))
        }
      },
    ],
    forgetSentence: [
      'provider.forget',
      async () => {
        const { id } = await bench.ctx.db
          .insertInto('refusal_sentences')
          .values({
            provider_id: bench.panel.provider.id,
            sentence: 'no',
            example: 'No',
            taught_by: getAdmin().id,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const params = { id: bench.panel.provider.id, sentence_id: id }
        ok(await bench.app.call(settling.forgetSentence, { token: getAdmin().token, params }))
      },
    ],
    adminDismissOrder: [
      'order.dismiss',
      async () => {
        const { id } = await bench.placeAt('Completed')
        await bench.ctx.db
          .updateTable('orders')
          .set({ review_code: 'after_end', review_details: { status: 'Canceled' } })
          .where('id', '=', id)
          .execute()
        ok(await bench.app.call(acts.adminDismissOrder, as(id, { reason: 'so' })))
      },
    ],
    adminReleaseOrder: [
      'order.release',
      async () => {
        const { id } = await bench.placeAccepted()
        ok(await bench.app.call(acts.adminReleaseOrder, as(id, { reason: 'so' })))
      },
    ],
  }
}
