import { formatMoney, parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

const unknown = ({ error }: { error: string }) => `It is not known whether the provider took it: ${error}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'No provider for this service',
  not_sent: ({ error }) => `Not sent: ${error}`,
  refused: ({ error }) => `Refused by the provider: ${error}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Waiting for the first charge of this service at the provider',
  sending_unknown: unknown,
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `The provider answered with its order ${id}, which belongs to order ${holder}`,
  id_released: ({ provider_order: id }) =>
    `It held the provider's order ${id} by mistake: what became of it is not known`,
  cost_above_price: "Its provider's cost is now above the price that was paid",
  left_out: 'The provider left this order out of its answer',
  told_error: ({ error }) => `The provider says of this order: ${error}`,
  unknown_status: ({ status }) => `The provider uses an unknown status: ${status}`,
  partial_without_remains: 'The provider says partial and not how much remains',
  partial_nothing_remains:
    'The provider says partial, that nothing remains, and takes back a part of its charge',
  canceled_without_remains:
    'The provider says canceled, charges for a part, and does not say how much remains',
  canceled_nothing_remains: 'The provider says canceled, that nothing remains, and charges for it',
  canceled_charge_unfit: ({ remains, whole }) =>
    `The provider says canceled, that ${remains} of ${whole} remain, and a charge that does not fit`,
  completed_with_remains: ({ remains }) => `The provider says completed and that ${remains} remain`,
  foreign_measure: ({ status, remains }) =>
    `The provider says ${status} and that ${remains} remain, in a measure of its own`,
  after_end: ({ status }) => `After its end, the provider says: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Sending ${number}: Taken by the provider as its order ${id} after this was decided otherwise`,
  refill_unknown: ({ error }) => `It is not known whether a refill was taken: ${error}`,
  refill_given_up: ({ error }) => `A refill was given up, nobody knows what became of it: ${error}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Less was paid than the invoice asks for',
  refunding: 'The gateway is refunding the payment',
  refund_failed: 'The gateway could not refund the payment',
  refunded: 'The gateway refunded the payment',
  reversed: ({ reversed }) => `The gateway took back $${formatMoney(parseMoney(reversed) ?? ZERO)}`,
  held_back: 'The gateway holds the payment back',
  other_currency: 'The invoice is in another currency',
  other_amount: 'The invoice is for another amount',
  paid_after_refusal: 'It was paid after it was refused',
  more_after_refusal: 'More arrived after it was refused',
  more_than_credited: 'More arrived than was credited',
  less_than_credited: 'Less arrived than was credited',
  never_finished: 'The gateway never finished this payment',
  transfer_sent: 'The customer says that the transfer was sent',
  approval_needed: 'A credit is proposed and needs the approval of another staff member',
  same_payment: ({ deposit_id: id }) =>
    `It may have been added twice: deposit #${id} is the same payment, minutes apart`,
  note: ({ text }) => text,
}
