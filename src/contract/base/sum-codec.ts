import * as z from 'zod/mini'

import { type Money, money, toDecimal, UNITS_PER_USD } from './money.ts'

/**
 * A sum over many customers, as an exact decimal in a text: "-12.50000000". It has no largest figure, and a JSON number
 * would round one above ten million dollars.
 */
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
