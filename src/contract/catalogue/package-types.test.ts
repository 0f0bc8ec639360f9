import { expect, test } from 'vitest'
import { isPackage } from './package-types.ts'
import { rulesOf, serviceTypeNames } from './service-types.ts'

test('packages are the types without a quantity in the table of types', () => {
  for (const type of serviceTypeNames)
    expect([type, rulesOf(type).rateIsPrice, rulesOf(type).quantity === 'one']).toEqual([
      type,
      isPackage(type),
      isPackage(type),
    ])
})
