import { expect, test } from 'vitest'

import type { IndexedService } from '#web/catalogue/search-services.ts'

import { takeOrderDraft } from './order-draft.ts'

const service = { id: 7, min: 50 } as IndexedService // as much of one as the draft looks at

test.each([
  ['en', '1,000', '1000'],
  ['vi', '1.000', '1000'],
  ['ru', '1 000', '1000'],
  ['vi', '2,5k', '2500'],
  // It could mean two things, and stays what was typed.
  ['en', '1.000', '1.000'],
] as const)('a quantity that was kept in %s as %s is read in any language', (language, quantity, plain) => {
  const draft = { service: '7', link: 'x', quantity, language }
  expect(takeOrderDraft(draft, service).fields.quantity).toBe(plain)
})
