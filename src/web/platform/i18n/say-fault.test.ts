import { expect, test } from 'vitest'

import { faults } from '#contract/base/faults.ts'

import { faultsIn, sayFault } from './say-fault.ts'

const details = {
  error: 'Incorrect key',
  error_code: 'ECODE',
  http_status: 502,
  location: 'https://www.panel.example',
  provider_order: '77',
  currency: 'INR',
  account_currency: 'USD',
  held_by: 12,
  status: 'odd',
  account: 'acct_1',
  payments: 1000,
  customers: 5,
  files: 3,
  folder: '/srv',
  needed_bytes: 9,
  free_bytes: 5,
}
/** These only quote the other system. */
const quotes = ['said_with_status']

test("why another system failed is said in the reader's language, and its own words are quoted", () => {
  const codes = Object.keys(faults)
  for (const code of codes)
    for (const language of ['en', 'vi', 'ru'] as const)
      expect(sayFault(language, { code, details }), code).not.toMatch(/undefined|\[object/)
  for (const code of codes.filter((known) => !quotes.includes(known))) {
    const said = (['en', 'vi', 'ru'] as const).map((language) => sayFault(language, { code, details }))
    expect(new Set(said).size, code).toBe(3)
    expect(said[2]).toMatch(/[а-я]/)
  }
  for (const language of ['en', 'vi', 'ru'] as const)
    expect(sayFault(language, { code: 'said', details })).toContain('Incorrect key')
  expect(Object.keys(faultsIn.vi)).toEqual(Object.keys(faults))
})

test('an unknown reason of a later version is shown by its code', () => {
  expect(sayFault('ru', { code: 'moon_in_the_way', details: {} })).toBe('moon_in_the_way')
  expect(sayFault('ru', { code: 'said', details: {} })).toBe('said')
})
