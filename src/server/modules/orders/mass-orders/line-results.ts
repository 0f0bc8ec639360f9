import type { Carried } from '#contract/base/codes.ts'
import {
  AppError,
  decodeDetails,
  encodeDetails,
  encodeFields,
  type ErrorCode,
  fieldsOf,
} from '#contract/base/errors.ts'
import { decodeRefusal, type FieldRefusals } from '#contract/base/field-codes.ts'
import type { RefusedLine } from '#contract/orders/mass-orders.ts'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import { english } from '#contract/words/en.ts'
import { sayError, sayFields } from '#contract/words/say.ts'

/** What became of a line, as it is kept: codes with what they carry, and no sentences. */
export type KeptResult =
  | { order: number }
  | { code: ErrorCode; details?: Carried; field_codes?: Record<string, Carried> }

export type LineResult = { order: PlacedOrder } | RefusedLine

export function keepRefusal(error: AppError): KeptResult {
  const details = encodeDetails(error) as Carried | undefined // figures and short texts, as every code's are
  const fields = fieldsOf(error)
  return {
    code: error.code,
    ...(details !== undefined && { details }),
    ...(Object.keys(fields).length > 0 && {
      field_codes: encodeFields(fields) as Record<string, Carried>, // likewise
    }),
  }
}

/** The same for the first answer and for every one after it, since it is made of what was kept. */
export function toResults(
  kept: readonly KeptResult[],
  orders: ReadonlyMap<number, PlacedOrder>,
): LineResult[] {
  return kept.map((one) => {
    if (!('order' in one)) return toRefusedLine(one)
    const order = orders.get(one.order)
    if (order === undefined) throw new Error(`the order ${one.order} of a mass order is gone`)
    return { order }
  })
}

function toRefusedLine({
  code,
  details,
  field_codes: codes,
}: Exclude<KeptResult, { order: number }>): RefusedLine {
  const refusals: FieldRefusals = Object.fromEntries(
    Object.entries(codes ?? {}).flatMap(([field, sent]) => {
      const refusal = decodeRefusal(sent)
      return refusal === undefined ? [] : [[field, refusal]]
    }),
  )
  const carried = codes === undefined ? decodeDetails(code, details) : { fields: refusals }
  if (carried === undefined) throw new Error(`${code} carries something else than was kept of it`)
  return {
    code,
    message: sayError(english, { code, details: carried }),
    ...(details !== undefined && { details }),
    ...(code === 'price_changed' && { fields: details }),
    ...(codes !== undefined && { fields: sayFields(english.fields, refusals), field_codes: codes }),
  }
}
