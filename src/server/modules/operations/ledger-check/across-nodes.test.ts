import { expect, test } from 'vitest'

import { isSettled, partsOnCluster } from './across-nodes.ts'
import { invariants } from './invariants-queries.ts'

const partsOf = (id: string) => invariants.filter((one) => one.id === id).map(partsOnCluster)

test("a table that isn't distributed by customer is read as a whole, by the invariants that name it", () => {
  expect(partsOf('I1.1')).toEqual([undefined])
  expect(partsOf('I5.2')).toEqual(['provider_orders as materialized (select * from provider_orders)'])
  expect(partsOf('I4.4')).toEqual(['audit_log as materialized (select * from audit_log)'])
  expect(partsOf('I7.1')[0]).toMatch(/^order_attempts as materialized \(/)
})

test('a finding is checked again, and reported if it persists', () => {
  expect(isSettled([{ violations: 0 }], 1)).toBe(true)
  expect(isSettled([{ violations: 0 }, { violations: 1 }], 1)).toBe(false)
  expect(isSettled([{ violations: 1 }], 3)).toBe(true)
})
