import * as z from 'zod/mini'

import { type Money, MONEY_MAX, moneyFromNumber, moneyToNumber, parseMoney, toDecimal } from './money.ts'

/** The one border between JSON's numbers and Money. */
export const moneyCodec = z.codec(
  z.number(),
  z.custom<Money>((value) => typeof value === 'bigint'),
  {
    decode: (value, payload) => {
      const amount = moneyFromNumber(value)
      if (amount !== undefined) return amount
      const isTooLarge = Math.abs(value) > moneyToNumber(MONEY_MAX)
      const message = isTooLarge ? 'too_large' : 'amount_decimals'
      payload.issues.push({ code: 'custom', input: value, message, params: { max: 8 } })
      return z.NEVER
    },
    encode: (amount) => moneyToNumber(amount),
  },
)

/** The same in an address, as a decimal: "12.5". */
export const moneyInText = z.codec(
  z.string().check(z.regex(/^-?\d{1,16}(?:\.\d{1,8})?$/)),
  z.custom<Money>((value) => typeof value === 'bigint'),
  {
    decode: (text, payload) => {
      const amount = parseMoney(text)
      if (amount !== undefined) return amount
      payload.issues.push({ code: 'custom', input: text, message: 'amount_decimals', params: { max: 8 } })
      return z.NEVER
    },
    encode: toDecimal,
  },
)
