import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, line } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'
import { ofOneOrder } from './admin-orders.ts'
import { dispatchStates, orderStatuses } from './order-statuses.ts'

const deskErrors = ['order_not_found', 'state_conflict'] as const
/** An action moves money or an order on the word of staff, so it needs one. */
const reason = line({ min: 1, max: 500, message: 'reason_required' })
/**
 * The state in which GET showed the order when the action was chosen. If it has moved since, nothing happens and the answer
 * is `state_conflict`. Without it, the order must not move between the arrival of the call and its turn.
 */
const expectedState = z.strictObject({
  dispatch: z.enum(dispatchStates),
  /** The number of its newest attempt; 0 or null for an order that was never sent. */
  attempt: z.nullable(z.int().check(z.nonnegative())),
  status: z.optional(z.enum(orderStatuses)),
})
export type ExpectedState = z.output<typeof expectedState>
const expected = z.optional(expectedState)
const remains = z.int().check(z.minimum(1, says('at_least')), z.maximum(limits.quantityMax))

export const adminCancelOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/cancel',
  summary: 'As the customer would: at once before the sending, else asked of the provider',
  body: z.strictObject({ reason, expected }),
  errors: [...deskErrors, 'cancel_not_available', 'provider_failed'],
})

export const adminRefundOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/refund',
  summary:
    'A person decides that it was not delivered: what is left of the price goes back, once. With `amount` that much of it, with `remains` the share of so many that were not delivered; then its status stays',
  body: z.strictObject({
    amount: z.optional(moneyCodec.check(z.refine((amount) => amount > 0n, says('above_zero')))),
    remains: z.optional(remains),
    /** What GET showed as refunded: the same part twice is a mistake, and so is the rest of what is no longer left. */
    expected_refunded: z.optional(moneyCodec),
    reason,
    expected,
  }),
  errors: deskErrors,
})

export const adminSetPartial = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/set-partial',
  summary:
    'A person decides that so many were not delivered: it ends as partial, and their share goes back, once',
  body: z.strictObject({ remains, reason, expected }),
  errors: deskErrors,
})

export const adminChangeProvider = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/change-provider',
  summary:
    'It is sent by that supply of its service next. Not for one that is being sent, or that a provider has; of one in review or unknown it says that it was not taken',
  body: z.strictObject({ supply_id: id, reason, expected }),
  errors: deskErrors,
})

export const adminRetryOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/retry',
  summary:
    'A person decides that the provider did not take it: it is sent again. With `teach` what the provider answered is a refusal from now on, for every order there (409 where its answer was lost)',
  body: z.strictObject({ reason, expected, teach: z.optional(z.boolean()) }),
  errors: deskErrors,
})

export const adminCompleteOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/complete',
  summary: "With the provider's order id: it exists there under that id. Without: it counts as delivered",
  body: z.strictObject({ provider_order: z.optional(line({ min: 1, max: 100 })), reason, expected }),
  errors: deskErrors,
})

export const adminReleaseOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/release',
  summary:
    "Frees the provider's order id that this order holds by mistake (another one it was given late: name it). The order goes to a person again and is not sent by itself",
  body: z.strictObject({ provider_order: z.optional(line({ min: 1, max: 100 })), reason, expected }),
  errors: deskErrors,
})

export const adminDismissOrder = endpoint({
  ...ofOneOrder,
  method: 'POST',
  path: '/api/admin/orders/:id/dismiss',
  summary:
    'What a person must look at was looked at: nothing moves. Not for one in review, which is to be decided',
  body: z.strictObject({ reason: z.optional(line({ max: 500 })), expected }),
  errors: deskErrors,
})
