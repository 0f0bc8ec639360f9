import type * as z from 'zod/mini'

import type { findings } from '#contract/base/connection-test-findings.ts'
import type { diagnosticFindings } from '#contract/operations/diagnostic-findings.ts'
import type { CarriedBy, CodeTable, Word, WordsOf } from '#contract/base/codes.ts'
import type { depositReviews } from '#contract/payments/deposit-review.ts'
import type { ErrorCatalogue, ErrorCode } from '#contract/base/error-catalogue.ts'
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
 * One language's sentences for codes. A language is a folder beside `en/` with a file per table. The compiler checks that every
 * code has a sentence and uses only its details.
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

/** A code with reasons has a sentence for each. */
export type ErrorWords = {
  readonly [Code in ErrorCode]: ErrorCatalogue[Code] extends { reasons: infer Reasons extends CodeTable }
    ? WordsOf<Reasons>
    : ErrorCatalogue[Code] extends { details: infer Details extends z.ZodMiniType }
      ? Word<CarriedBy<Details>>
      : never
}

/** A sentence for each finding, and advice if something should be done. */
export type ConnectionTestWords = {
  readonly [Code in keyof typeof findings]: FindingWords<CarriedBy<(typeof findings)[Code]['details']>>
}
/** The same for diagnostics. */
export type DiagnosticWords = {
  readonly [Code in keyof typeof diagnosticFindings]: FindingWords<
    CarriedBy<(typeof diagnosticFindings)[Code]['details']>
  >
}
type FindingWords<Details> = { readonly sentence: Word<Details>; readonly advice?: string | Word<Details> }
/** Labels of additional fields of service types. */
export type ExtraFieldWords = Readonly<Record<FieldMeaning, string>>
export type FieldWords = WordsOf<typeof fieldCodes>
/** Why a call to another system failed; used after a colon. */
export type FaultWords = WordsOf<typeof faults>
export type NotificationWords = WordsOf<typeof notificationCodes>
export type OrderEventWords = WordsOf<typeof orderEvents>
export type OrderReviewWords = WordsOf<typeof orderReviews>
export type DepositReviewWords = WordsOf<typeof depositReviews>
export type TransactionWords = WordsOf<typeof ledgerLines>
/** Text of an order's status badge. */
export type OrderStatusWords = Readonly<Record<ShownStatus, string>>
/** Actions and subjects of the audit log. */
export type StaffActionWords = Readonly<Record<StaffActionCode, string>>
export type StaffSubjectWords = Readonly<Record<StaffSubject, string>>
