import * as z from 'zod/mini'

import type { Coded } from '#contract/base/codes.ts'
import { bigId } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** The text of a ledger row as code and details. All but a reason is derived from the row and what it references. */
export const ledgerLines = {
  deposit: z.object({ gateway: z.string() }),
  /** Money that arrived outside every gateway, entered by staff. */
  deposit_by_hand: z.object({ reference: z.string() }),
  /** By a method that staff confirm manually. */
  deposit_by_transfer: z.object({}),
  bonus: z.object({ amount: moneyCodec }),
  /** Without `service` if the order was deleted. */
  order: z.object({ order_id: bigId, service: z.optional(z.string()) }),
  refund: z.object({ order_id: bigId }),
  adjustment: z.object({ reason: z.string() }),
  fee: z.object({}),
  /** `amount` is what the deposit had credited. Without `gateway` if it came through none. */
  reversal: z.object({ amount: moneyCodec, gateway: z.optional(z.string()) }),
  /** Repays part of what the customer owes since a reversal. */
  receivable: z.object({}),
  reversal_return: z.object({}),
  bonus_reversal: z.object({}),
  bonus_return: z.object({}),
} as const

export type LedgerLineCode = keyof typeof ledgerLines
export type LedgerLine = Coded<typeof ledgerLines>

export const ledgerLineCodes = Object.keys(ledgerLines) as LedgerLineCode[] // its own keys
