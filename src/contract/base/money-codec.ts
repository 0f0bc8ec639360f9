import * as z from 'zod/mini'

import {
  type Money,
  MONEY_MAX,
  moneyFromNumber,
  moneyToNumber,
  parseMoney,
  toDecimal,
  money,
  UNITS_PER_USD,
} from './money.ts'

/** The only conversion between JSON numbers and Money. */
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

/** In a path or query, as a decimal: "12.5". */
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

/** A sum over many customers, as an exact decimal string: "-12.50000000". A JSON number would round above 10 million dollars. */
export const sumCodec = z.codec(
  z.string().check(z.regex(/^-?\d{1,30}\.\d{8}$/)),
  z.custom<Money>((value) => typeof value === 'bigint'),
  {
    decode: (text) => {
      const [whole = '0', fraction = '0'] = text.replace('-', '').split('.')
      const units = BigInt(whole) * UNITS_PER_USD + BigInt(fraction)
      return money(text.startsWith('-') ? -units : units)
    },
    encode: toDecimal,
  },
)
