import type { Kysely } from 'kysely'

import { sayCarried } from '#contract/base/codes.ts'
import { money } from '#contract/base/money.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { fromKeptEvidence } from '#contract/orders/order-evidence.ts'
import { isOrderReviewCode, orderReviews } from '#contract/orders/order-review.ts'
import { fromKeptDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toAddFields } from '#server/modules/orders/dispatch/to-add-fields.ts'
import { listEventRows, type OrderRow } from '#server/modules/orders/reading/reading-queries.ts'
import { toOrder, toOrderEvents } from '#server/modules/orders/reading/to-order.ts'

import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'

import { findSentRow, listAttemptRows, listUsableSupplies } from './admin-queries.ts'

type DeskRow = OrderRow & { user_email: string }

/** All that staff see of one order. What was sent is made again from the order, as the sending makes it. */
export async function presentOrder(db: Kysely<DB>, row: DeskRow): Promise<AdminOrder> {
  const key = { userId: row.user_id, id: row.id }
  const [events, attempts, sent, supplies] = await Promise.all([
    listEventRows(db, key),
    listAttemptRows(db, key),
    findSentRow(db, key),
    listUsableSupplies(db, key),
  ])
  return {
    ...toOrder(row),
    events: toOrderEvents(events),
    user_id: row.user_id,
    user_email: row.user_email,
    service_type: toServiceType(sent.service_type) ?? 'Default',
    dispatch: {
      state: row.dispatch,
      attempt: attempts[0]?.number ?? 0,
      attempts: attempts.map(({ said_request, said_status, said_answer, ...attempt }) => ({
        ...attempt,
        exchange:
          said_request === null
            ? null
            : {
                request: said_request,
                answer: said_status === null ? null : { status: said_status, body: said_answer ?? '' },
              },
        cost: money(attempt.cost),
        sentence: toTeachable(attempt.sentence),
        request: toRequest({ ...sent, provider_service: attempt.provider_service }),
        evidence: fromKeptEvidence(attempt.evidence),
      })),
    },
    supplies: supplies.map((supply) => ({ ...supply, cost: money(supply.cost) })),
    ...toReview(row),
  }
}

function toRequest(sent: Parameters<typeof toAddFields>[0]) {
  const fields = { action: 'add', ...toAddFields(sent) }
  return Object.entries(fields).map(([name, value]) => ({ name, value }))
}

/** What staff see at it, and the sentence that it makes. */
export function toReview({
  review_code: code,
  review_details,
}: Pick<OrderRow, 'review_code' | 'review_details'>) {
  if (!isOrderReviewCode(code)) return { review_code: null, review_details: null, flag: null }
  const details = fromKeptDetails(review_details)
  const flag = sayCarried(orderReviews, english.orderReviews, { code, details }) ?? code
  return { review_code: code, review_details: details, flag }
}
