import type * as z from 'zod/mini'

import type { findings } from '#contract/base/connection-test-findings.ts'
import type { CarriedBy, CodeTable, Word, WordsOf } from '#contract/base/codes.ts'
import type { depositReviews } from '#contract/payments/deposit-review.ts'
import type { ErrorCatalogue, ErrorCode } from '#contract/base/errors.ts'
import type { faults } from '#contract/base/faults.ts'
import type { fieldCodes } from '#contract/base/field-codes.ts'
import type { ledgerLines } from '#contract/ledger/ledger-lines.ts'
import type { notificationCodes } from '#contract/messaging/notification-codes.ts'
import type { orderEvents } from '#contract/orders/order-events.ts'
import type { orderReviews } from '#contract/orders/order-review.ts'
import type { ShownStatus } from '#contract/orders/order-statuses.ts'
import type { StaffActionCode, StaffSubject } from '#contract/audit-log/staff-actions.ts'
import type { FieldMeaning } from '#contract/base/field-meanings.ts'

/**
 * One language's sentences of what is sent and stored as codes. A language is a folder beside `en/`, a file for each
 * table: the compiler holds it to the codes and to what they carry, so that nothing lacks and nothing is left over.
 */
export type Words = {
  readonly errors: ErrorWords
  readonly fields: FieldWords
  readonly notifications: NotificationWords
  readonly orderEvents: OrderEventWords
  readonly orderReviews: OrderReviewWords
  readonly depositReviews: DepositReviewWords
  readonly transactions: TransactionWords
}

/** A code that stands for several refusals has a sentence for each of its reasons. */
export type ErrorWords = {
  readonly [Code in ErrorCode]: ErrorCatalogue[Code] extends { reasons: infer Reasons extends CodeTable }
    ? WordsOf<Reasons>
    : ErrorCatalogue[Code] extends { details: infer Details extends z.ZodMiniType }
      ? Word<CarriedBy<Details>>
      : never
}

/** Of each finding of a check: how it is said, and what to do where something is to be done. */
export type CheckupWords = {
  readonly [Code in keyof typeof findings]: FindingWords<CarriedBy<(typeof findings)[Code]['details']>>
}
type FindingWords<Details> = { readonly sentence: Word<Details>; readonly advice?: string | Word<Details> }
/** The labels of what a service's type asks for. */
export type ExtraFieldWords = Readonly<Record<FieldMeaning, string>>
export type FieldWords = WordsOf<typeof fieldCodes>
/** Why another system did not do what it was asked; they follow a colon. */
export type FaultWords = WordsOf<typeof faults>
export type NotificationWords = WordsOf<typeof notificationCodes>
export type OrderEventWords = WordsOf<typeof orderEvents>
export type OrderReviewWords = WordsOf<typeof orderReviews>
export type DepositReviewWords = WordsOf<typeof depositReviews>
export type TransactionWords = WordsOf<typeof ledgerLines>
/** What a badge says of an order. */
export type OrderStatusWords = Readonly<Record<ShownStatus, string>>
/** What staff did, and what they did it to. */
export type StaffActionWords = Readonly<Record<StaffActionCode, string>>
export type StaffSubjectWords = Readonly<Record<StaffSubject, string>>
