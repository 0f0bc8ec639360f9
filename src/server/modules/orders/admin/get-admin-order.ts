import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { sayCarried } from '#contract/base/codes.ts'
import { money } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { fromStoredEvidence } from '#contract/orders/order-evidence.ts'
import type { OrderDetails } from '#contract/orders/order-rules.ts'
import { isOrderReviewCode, orderReviews } from '#contract/orders/order-review.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import {
  listEventRows,
  orderColumns,
  type OrderEventRow,
  type OrderRow,
} from '#server/modules/orders/reading/reading-queries.ts'
import { toOrder, toOrderEvents } from '#server/modules/orders/reading/to-order.ts'

import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'

import { listUsableSupplies } from './change-provider.ts'

/** Everything staff see of one order. The request is rebuilt from the order, with the function that sends it. */
export async function getAdminOrder({ db }: Pick<Context, 'db'>, id: number): Promise<AdminOrder> {
  const row = await getAdminOrderRow(db, id)
  const key = { userId: row.user_id, id: row.id }
  const [events, attempts, sent, supplies] = await Promise.all([
    listEventRows(db, key),
    listAttemptRows(db, key),
    findSentRow(db, key),
    listUsableSupplies(db, key),
  ])
  return {
    ...toOrder(row),
    events: toOrderEvents(await withStaffNames(db, events)),
    user_id: row.user_id,
    user_email: row.user_email,
    service_type: toServiceType(sent.service_type) ?? 'Default',
    dispatch: {
      state: row.dispatch,
      attempt: attempts[0]?.number ?? 0,
      attempts: attempts.map(({ said_request, said_status, said_answer, fault, ...attempt }) => ({
        ...attempt,
        reason: readStoredFault(fault),
        exchange:
          said_request === null
            ? null
            : {
                request: said_request,
                answer: said_status === null ? null : { status: said_status, body: said_answer ?? '' },
              },
        cost: money(attempt.cost),
        sentence: toTeachable(attempt.sentence),
        request: panel.describeAdd({ ...sent, provider_service: attempt.provider_service }),
        evidence: fromStoredEvidence(attempt.evidence),
      })),
    },
    supplies: supplies.map((supply) => ({ ...supply, cost: money(supply.cost) })),
    ...toReview(row),
  }
}

export async function getAdminOrderRow(db: Kysely<DB>, id: number) {
  const row = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(orderColumns())
    .select('users.email as user_email')
    .where('orders.id', '=', BigInt(id))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('order_not_found')
  return row
}

/** Adds staff names to staff's own entries. */
async function withStaffNames(db: Kysely<DB>, rows: readonly OrderEventRow[]): Promise<OrderEventRow[]> {
  const byOf = ({ type, details }: OrderEventRow) =>
    type === 'staff' ? Number(fromStoredDetails(details)['by']) : 0
  const ids = rows.map(byOf).filter((id) => id > 0)
  if (ids.length === 0) return [...rows]
  const staff = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const name = names.get(byOf(row))
    return name === undefined ? row : { ...row, details: { ...fromStoredDetails(row.details), name } }
  })
}

/** The review of an order, with its sentence. */
export function toReview({
  review_code: code,
  review_details,
}: Pick<OrderRow, 'review_code' | 'review_details'>) {
  if (!isOrderReviewCode(code)) return { review_code: null, review_details: null, flag: null }
  const details = fromStoredDetails(review_details)
  const flag = sayCarried(orderReviews, english.orderReviews, { code, details }) ?? code
  return { review_code: code, review_details: details, flag }
}

async function listAttemptRows(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  return db
    .selectFrom('order_attempts')
    .leftJoin('providers', 'providers.id', 'order_attempts.provider_id')
    .leftJoin('attempt_exchanges as said', (join) =>
      join
        .onRef('said.user_id', '=', 'order_attempts.user_id')
        .onRef('said.order_id', '=', 'order_attempts.order_id')
        .onRef('said.number', '=', 'order_attempts.number'),
    )
    .select(['order_attempts.number', 'state', 'order_attempts.provider_id', 'providers.name as provider'])
    .select('provider_service')
    .select([
      'provider_order',
      'cost',
      'order_attempts.fault',
      'started_at',
      'finished_at',
      'evidence',
      'charge',
    ])
    .select('order_attempts.refusal_text as sentence')
    .select(['charge_currency', 'said.request as said_request', 'said.status as said_status'])
    .select('said.answer as said_answer')
    .where('order_attempts.user_id', '=', userId)
    .where('order_attempts.order_id', '=', id)
    .orderBy('order_attempts.number', 'desc')
    .limit(100)
    .execute()
}

/** What each attempt sends, except for the provider's service. */
async function findSentRow(db: Kysely<DB>, { userId, id }: { userId: number; id: bigint }) {
  const row = await db
    .selectFrom('orders')
    .select(['service_type', 'link', 'quantity', 'details'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, details: row.details as OrderDetails } // as placing wrote it
}
