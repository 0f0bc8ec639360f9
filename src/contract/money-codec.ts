import * as z from 'zod/mini'

import { type Money, moneyFromNumber, moneyToNumber } from './money.ts'

/** The one border between JSON's numbers and Money. */
export const moneyCodec = z.codec(
  z.number(),
  z.custom<Money>((value) => typeof value === 'bigint'),
  {
    decode: (value, payload) => {
      const amount = moneyFromNumber(value)
      if (amount !== undefined) return amount
      payload.issues.push({ code: 'custom', input: value, message: 'amount_decimals', params: { max: 8 } })
      return z.NEVER
    },
    encode: (amount) => moneyToNumber(amount),
  },
)
