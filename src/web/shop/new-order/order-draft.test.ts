import { expect, test } from 'vitest'

import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'

import { takeOrderDraft } from './order-draft.ts'

const service = { id: 7, min: 50 } as IndexedService // as much of one as the draft looks at

test('link and quantity are restored, a budget is not, and a link in the URL replaces the stored one', () => {
  const draft = { service: '7', link: 'x', by: 'budget', budget: '5.25', quantity: '60', language: 'en' }
  expect(takeOrderDraft(draft, service).fields).toEqual({
    link: 'x',
    by: 'quantity',
    budget: '',
    quantity: '60',
    details: {},
  })
  expect(takeOrderDraft(draft, service, 'https://t.me/new').fields.link).toBe('https://t.me/new')
  const other = { id: 8, min: 50 } as IndexedService // as above
  expect(takeOrderDraft(draft, other).fields.link).toBe('')
  expect(takeOrderDraft(draft, other).fields.quantity).toBe('50')
  expect(takeOrderDraft({ link: 'x', service: '' }, other).fields.link).toBe('x')
})

test("a quantity typed before a service was selected stays, even if the service can't be loaded again", () => {
  const draft = { service: '', link: 'x', quantity: '1,000', language: 'en' }
  expect(takeOrderDraft(draft, service).fields.quantity).toBe('1000')
  expect(takeOrderDraft(draft, undefined).fields.quantity).toBe('1000')
  expect(takeOrderDraft({ ...draft, quantity: '' }, service).fields.quantity).toBe('50')
})

test.each([
  ['en', '1,000', '1000'],
  ['vi', '1.000', '1000'],
  ['ru', '1 000', '1000'],
  ['vi', '2,5k', '2500'],
  ['ru', '1.000', '1000'],
  // Ambiguous, so it stays as typed.
  ['en', '1.000', '1.000'],
] as const)('a quantity that was kept in %s as %s is read in any language', (language, quantity, plain) => {
  const draft = { service: '7', link: 'x', quantity, language }
  expect(takeOrderDraft(draft, service).fields.quantity).toBe(plain)
})
