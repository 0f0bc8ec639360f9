import * as z from 'zod/mini'

import { describeReview, type ReviewDetails } from './review.ts'

const nothing = z.strictObject({})
const withError = z.strictObject({ error: z.string() })
const withStatus = z.strictObject({ status: z.string() })

/**
 * What is only noted of an order: it goes on by itself, and nobody has to decide. Which codes these are also stands in
 * the index of what a person must look at (`orders_attention`): a new one here takes a migration, one below does not.
 */
const noted = {
  no_provider: describeReview(nothing, () => 'No provider for this service'),
  not_sent: describeReview(withError, ({ error }) => `Not sent: ${error}`),
  refused: describeReview(withError, ({ error }) => `Refused by the provider: ${error}`),
  /** Its late reply may still come; then it is `sending_unknown`. */
  reply_awaited: describeReview(withError, unknownSentence),
}

/** What a person must look at, until the sending or the provider's next answer says otherwise, or the person does. */
const open = {
  sending_unknown: describeReview(withError, unknownSentence),
  id_of_other_order: describeReview(
    z.strictObject({ provider_order: z.string(), held_by: z.int() }),
    (told) =>
      `The provider answered with its order ${told.provider_order}, which belongs to order ${told.held_by}`,
  ),
  id_released: describeReview(
    z.strictObject({ provider_order: z.string() }),
    ({ provider_order: id }) =>
      `It held the provider's order ${id} by mistake: what became of it is not known`,
  ),
  left_out: describeReview(nothing, () => 'The provider left this order out of its answer'),
  told_error: describeReview(withError, ({ error }) => `The provider says of this order: ${error}`),
  unknown_status: describeReview(
    withStatus,
    ({ status }) => `The provider uses an unknown status: ${status}`,
  ),
  partial_without_remains: describeReview(
    nothing,
    () => 'The provider says partial and not how much remains',
  ),
  partial_nothing_remains: describeReview(
    nothing,
    () => 'The provider says partial, that nothing remains, and takes back a part of its charge',
  ),
  canceled_without_remains: describeReview(
    nothing,
    () => 'The provider says canceled, charges for a part, and does not say how much remains',
  ),
  canceled_nothing_remains: describeReview(
    nothing,
    () => 'The provider says canceled, that nothing remains, and charges for it',
  ),
  canceled_charge_unfit: describeReview(
    z.strictObject({ remains: z.number(), whole: z.number() }),
    ({ remains, whole }) =>
      `The provider says canceled, that ${remains} of ${whole} remain, and a charge that does not fit`,
  ),
  foreign_measure: describeReview(
    z.strictObject({ status: z.string(), remains: z.number() }),
    ({ status, remains }) =>
      `The provider says ${status} and that ${remains} remain, in a measure of its own`,
  ),
}

/** What a person must look at, and only a person ends: nothing that comes later speaks of it. */
const lasting = {
  after_end: describeReview(withStatus, ({ status }) => `After its end, the provider says: ${status}`),
  accepted_too_late: describeReview(
    z.strictObject({ number: z.int(), provider_order: z.string() }),
    ({ number, provider_order: id }) =>
      `Sending ${number}: Taken by the provider as its order ${id} after this was decided otherwise`,
  ),
  refill_unknown: describeReview(
    withError,
    ({ error }) => `It is not known whether a refill was taken: ${error}`,
  ),
  refill_given_up: describeReview(
    withError,
    ({ error }) => `A refill was given up, nobody knows what became of it: ${error}`,
  ),
  /** What a version before these codes wrote in words of its own. */
  note: describeReview(z.strictObject({ text: z.string() }), ({ text }) => text),
}

const orderReviews = { ...noted, ...open, ...lasting }

export type OrderReviewCode = keyof typeof orderReviews

/** Why staff see something at an order. */
export type OrderReview = {
  [Code in OrderReviewCode]: { code: Code; details: z.output<(typeof orderReviews)[Code]['details']> }
}[OrderReviewCode]

const codesOf = <Code extends OrderReviewCode>(table: Record<Code, unknown>) => Object.keys(table) as Code[] // its own keys

export const orderReviewCodes = codesOf(orderReviews)
export const notedReviewCodes: readonly OrderReviewCode[] = codesOf(noted)
export const lastingReviewCodes: readonly OrderReviewCode[] = codesOf(lasting)

export function isOrderReviewCode(code: string | null): code is OrderReviewCode {
  return code !== null && Object.hasOwn(orderReviews, code)
}

/** In English; the code where the details are not of its shape. */
export function sentenceOfOrderReview(code: OrderReviewCode, details: ReviewDetails): string {
  return orderReviews[code].sentenceOf(details) ?? code
}

function unknownSentence({ error }: { error: string }): string {
  return `It is not known whether the provider took it: ${error}`
}
