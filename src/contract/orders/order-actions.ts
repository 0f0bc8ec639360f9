import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, line } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'
import { ofOneOrder } from './admin-orders.ts'
import { dispatchStates, orderStatuses } from './order-statuses.ts'

const actionErrors = ['order_not_found', 'state_conflict'] as const
/** Actions move money or orders, so they need a reason. */
const reason = line({ min: 1, max: 500, message: 'reason_required' })
/**
 * The state that GET showed when the action was chosen. If the order has moved since, nothing happens and the answer is
 * `state_conflict`. Without it, the state when the call arrives is the expected one.
 */
const expectedState = z.strictObject({
  dispatch: z.enum(dispatchStates),
  /** The number of its newest attempt; 0 or null for an order that was never sent. */
  attempt: z.nullable(z.int().check(z.nonnegative())),
  status: z.optional(z.enum(orderStatuses)),
})
export type ExpectedState = z.output<typeof expectedState>
const expected = z.optional(expectedState)
/** Refunds immediately, or may: within the daily limit of the staff member. */
const ofRefund = { ...ofOneOrder, needs: 'refund' } as const
const remains = z.int().check(z.minimum(1, says('at_least')), z.maximum(limits.quantityMax))

export const adminCancelOrder = endpoint({
  ...ofRefund,
  method: 'POST',
  path: '/api/admin/orders/:id/cancel',
  summary:
    'Cancels as the customer would: at once before the order is sent, else by a request to the provider',
  body: z.strictObject({ reason, expected }),
  errors: [...actionErrors, 'cancel_not_available', 'provider_failed', 'refund_limit_reached'],
})

export const adminRefundOrder = endpoint({
  ...ofRefund,
  method: 'POST',
  path: '/api/admin/orders/:id/refund',
  summary:
    'Refunds what is left of the price, once. With `amount` that amount, with `remains` the share of the undelivered quantity; then the status stays',
  body: z.strictObject({
    amount: z.optional(moneyCodec.check(z.refine((amount) => amount > 0n, says('above_zero')))),
    remains: z.optional(remains),
    /** What GET showed as refunded, so that a repeated call does not refund twice. */
    expected_refunded: z.optional(moneyCodec),
    reason,
    expected,
  }),
  errors: [...actionErrors, 'refund_limit_reached'],
})

export const adminSetPartial = endpoint({
  ...ofRefund,
  method: 'POST',
  path: '/api/admin/orders/:id/set-partial',
  summary: 'Ends the order as partial and refunds the share of the undelivered quantity, once',
  body: z.strictObject({ remains, reason, expected }),
  errors: [...actionErrors, 'refund_limit_reached'],
})

export const adminEditOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/edit',
  summary:
    'Corrects the link of an order that waits to be sent, or the start count of one that is delivered or was. Nothing is sent by it',
  body: z.strictObject({
    link: z.optional(line({ min: 1, max: limits.linkMax, message: 'link_required' })),
    start_count: z.optional(z.int().check(z.nonnegative(), z.maximum(limits.quantityMax))),
    reason,
    expected,
  }),
  errors: [...actionErrors, 'link_blocked'],
})

export const adminChangeProvider = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/change-provider',
  summary:
    'Sends the order by another supply of its service. Not for one that is being sent or that a provider has; for one in review or unknown it says that no provider took it',
  body: z.strictObject({ supply_id: id, reason, expected }),
  errors: actionErrors,
})

export const adminRetryOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/retry',
  summary:
    'The provider did not take the order: it is sent again. With `teach` the provider’s answer counts as a refusal from now on, for all its orders (409 if there was no answer)',
  body: z.strictObject({ reason, expected, teach: z.optional(z.boolean()) }),
  errors: actionErrors,
})

export const adminCompleteOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/complete',
  summary:
    "With the provider's order id: the order exists there under that id. Without: it counts as delivered",
  body: z.strictObject({ provider_order: z.optional(line({ min: 1, max: 100 })), reason, expected }),
  errors: actionErrors,
})

export const adminReleaseOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/release',
  summary:
    "Releases the provider's order id that this order holds by mistake, or the named one that came with a late reply. The order goes to review and is not sent automatically",
  body: z.strictObject({ provider_order: z.optional(line({ min: 1, max: 100 })), reason, expected }),
  errors: actionErrors,
})

export const adminDismissOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/dismiss',
  summary:
    'Marks the order as looked at; nothing else changes. Not for an order in review, which needs a decision',
  body: z.strictObject({ reason: z.optional(line({ max: 500 })), expected }),
  errors: actionErrors,
})
