import { expect, test } from 'vitest'
import { isPackage } from './package-types.ts'
import { rulesOf, serviceTypeNames } from './service-types.ts'

test('what is sold as one whole is so in the table of what types ask for, and nothing else is', () => {
  for (const type of serviceTypeNames)
    expect([type, rulesOf(type).rateIsPrice, rulesOf(type).quantity === 'one']).toEqual([
      type,
      isPackage(type),
      isPackage(type),
    ])
})
