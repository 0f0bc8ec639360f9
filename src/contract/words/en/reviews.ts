import type { SentFault } from '#contract/base/codes.ts'
import { formatMoney, parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const unknown = ({ fault }: { fault: SentFault }) =>
  `It isn't known whether the provider accepted it: ${quote(fault)}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'No provider for this service',
  not_sent: ({ fault }) => `Not sent: ${quote(fault)}`,
  refused: ({ fault }) => `Rejected by the provider: ${quote(fault)}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Waiting for the first charge of this service at the provider',
  sending_unknown: unknown,
  restored:
    'Restored from a backup: it may have been sent or decided since. Check with the provider before you decide',
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `The provider returned its order ${id}, which belongs to order ${holder}`,
  id_released: ({ provider_order: id }) =>
    `It had the provider's order ${id} by mistake, so its own status is unknown`,
  cost_above_price: "The provider's cost is now above the price paid",
  left_out: "The provider's response didn't include this order",
  told_error: ({ fault }) => `The provider's response for this order: ${quote(fault)}`,
  unknown_status: ({ status }) => `The provider reports an unknown status: ${status}`,
  partial_without_remains: 'The provider reports partial, but not how much remains',
  partial_nothing_remains:
    'The provider reports partial with nothing remaining, but refunded part of its charge',
  canceled_without_remains: 'The provider reports canceled and a partial charge, but not how much remains',
  canceled_nothing_remains: 'The provider reports canceled with nothing remaining, but still charges for it',
  canceled_charge_unfit: ({ remains, whole }) =>
    `The provider reports canceled with ${remains} of ${whole} remaining and a charge that doesn't match`,
  completed_with_remains: ({ remains }) => `The provider reports completed, but ${remains} remaining`,
  foreign_measure: ({ status, remains }) =>
    `The provider reports ${status} with ${remains} remaining, in its own units`,
  after_end: ({ status }) => `After the order was closed, the provider reports: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Attempt ${number}: the provider accepted it as ${id} after it had been decided differently`,
  cancel_unknown: "It was restored from a backup: it isn't known whether the provider got the cancel request",
  refill_unknown: ({ fault }) => `It isn't known whether the refill was accepted: ${quote(fault)}`,
  refill_given_up: ({ fault }) => `A refill was never confirmed: ${quote(fault)}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Less was paid than invoiced',
  refunding: 'The gateway is refunding the payment',
  refund_failed: "The gateway couldn't refund the payment",
  refunded: 'The gateway refunded the payment',
  reversed: ({ reversed }) => `The gateway reversed $${formatMoney(parseMoney(reversed) ?? ZERO)}`,
  held_back: 'The gateway is holding the payment',
  other_currency: 'The invoice is in another currency',
  other_amount: 'The invoice is for another amount',
  paid_after_refusal: 'It was paid after it was rejected',
  more_after_refusal: 'More was received after it was rejected',
  more_than_credited: 'More was received than credited',
  less_than_credited: 'Less was received than credited',
  never_finished: 'The gateway never finished this payment',
  transfer_sent: 'The customer reported sending the transfer',
  approval_needed: 'A proposed credit needs approval by another staff member',
  same_payment: ({ deposit_id: id }) =>
    `It may have been added twice: deposit #${id} is the same payment, minutes apart`,
  note: ({ text }) => text,
}
