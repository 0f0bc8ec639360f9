import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { invalidFields } from '#contract/base/errors.ts'
import { atMost, ignored } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { placedOrder, seenPrice } from './order-placing.ts'
import { type OrderDraft, type SoldService, toExactDraft } from './order-rules.ts'
import { says } from '#contract/base/says.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'

/** The service and its rules are checked line by line, so that one bad line does not refuse the others. */
const line = z.strictObject({
  service_id: z.number(),
  link: z.optional(z.string().check(z.trim(), atMost(limits.linkMax))),
  quantity: z.optional(z.number()),
  /** The price the client saw, compared as in `createOrder`. */
  price: z.optional(z.nullable(seenPrice)),
})
export type MassOrderLine = z.output<typeof line>

/** The same fields as the body of a refused call. */
const refusedLine = z.object({
  code: z.string(),
  message: z.string(),
  details: z.optional(carried),
  fields: z.optional(carried),
  field_codes: z.optional(z.record(z.string(), carried)),
})
export type RefusedLine = z.output<typeof refusedLine>

export const placeMassOrder = endpoint({
  method: 'POST',
  path: '/api/orders/mass',
  access: 'user',
  summary: 'Places up to 200 orders. Lines are independent: a refused line does not refuse the others',
  body: z.strictObject({
    lines: z
      .array(line)
      .check(
        z.minLength(1, says('lines_required')),
        z.maxLength(limits.massLinesMax, { error: says('lines_many'), abort: true }),
      ),
    user_id: ignored,
  }),
  idempotent: true,
  takesKey: 'order',
  restsInMaintenance: true,
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** One per line, in order. */
      results: z.array(z.union([z.object({ order: placedOrder }), refusedLine])),
      balance: moneyCodec,
    }),
  },
  errors: ['account_blocked', 'insufficient_permissions', 'idempotency_key_reused'],
})

/** Applies the rules of the line's service, whose type must need nothing but a link and a quantity. Throws `invalid_fields`. */
export function toLineDraft(
  service: SoldService,
  { link, quantity }: Omit<MassOrderLine, 'service_id' | 'price'>,
): OrderDraft {
  const [further] = rulesOf(service.type).extra
  if (further !== undefined)
    throw invalidFields({ service_id: { code: 'more_than_a_line', detail: further.meaning } })
  return toExactDraft(service, { link, quantity })
}
