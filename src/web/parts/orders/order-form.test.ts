import { describe, expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'
import { readOrder, shortfallOf, type SoldService, toBody } from './order-form.ts'

const service: SoldService = {
  id: 1024,
  type: 'Default',
  platform: 'Instagram',
  rate: money(124_000_000n),
  min: 50,
  max: 100_000,
}
const empty = { link: '', by: 'quantity' as const, quantity: '', budget: '', details: {} }
const link = 'https://instagram.com/linh.studio'

describe('readOrder', () => {
  test('asks for a service and a link with the sentences of the spec', () => {
    expect(readOrder('en', undefined, empty).errors).toEqual({
      service: 'Please select a service',
      link: 'Please enter a link',
    })
  })

  test('asks for a link of the service, with the sentence of the spec', () => {
    const errorsFor = (typed: string) =>
      readOrder('en', service, { ...empty, link: typed, quantity: '50' }).errors
    for (const typed of ['javascript:alert(1)', 'two words', 't.me/+abc'])
      expect(errorsFor(typed)).toEqual({ link: 'Please enter a link' })
    for (const typed of ['  @linh.studio ', 'instagram.com/linh.studio']) expect(errorsFor(typed)).toEqual({})
  })

  test('prices exactly, to 8 decimals', () => {
    const quote = readOrder('en', service, { ...empty, link, quantity: '2.5k' })
    expect(quote).toEqual({ quantity: 2_500, price: 310_000_000n, isMost: false, errors: {} })
    expect(readOrder('en', service, { ...empty, link, quantity: '51' }).price).toBe(6_324_000n)
  })

  test('keeps quantities within the bounds of the service', () => {
    for (const quantity of ['49', '100,001', '1.5', 'abc', '0']) {
      expect(readOrder('en', service, { ...empty, link, quantity }).errors).toEqual({
        quantity: 'Quantity must be between 50 and 100000',
      })
    }
  })

  test('refuses an ambiguous quantity or amount, and shows both readings', () => {
    expect(readOrder('en', service, { ...empty, link, quantity: '1.000' })).toEqual({
      quantity: undefined,
      price: undefined,
      isMost: false,
      errors: { quantity: '“1.000” can mean 1 or 1,000. Type 1 or 1000.' },
    })
    const sum = { ...empty, link, by: 'budget' as const, budget: '1,000' }
    expect(readOrder('vi', service, sum).errors['budget']).toContain('có thể là')
    expect(readOrder('en', service, sum)).toMatchObject({ quantity: 100_000, isMost: true, errors: {} })
  })

  test('counts the lines of custom comments, and asks for them', () => {
    const custom: SoldService = { ...service, type: 'Custom Comments', min: 2 }
    const written = { ...empty, link, details: { comments: 'nice\n\n great \n' } }
    expect(readOrder('en', custom, written)).toMatchObject({ quantity: 2, price: 248_000n, errors: {} })
    expect(readOrder('en', custom, { ...empty, link }).errors['comments']).toMatch(/Please fill in/)
    expect(toBody(custom, written, readOrder('en', custom, written))).toEqual({
      service_id: 1024,
      link,
      price: 248_000n,
      comments: 'nice\n\n great \n',
    })
  })

  test('counts the names of a list, separated by commas or lines', () => {
    const list: SoldService = { ...service, type: 'Mentions Custom List', min: 2 }
    for (const usernames of ['anna, ben,carl', 'anna\nben\ncarl\n', ' anna,\n ben , carl,'])
      expect(readOrder('en', list, { ...empty, link, details: { usernames } })).toMatchObject({
        quantity: 3,
        price: 372_000n,
        errors: {},
      })
  })

  test('a package costs its rate, whatever the quantity field says', () => {
    const pack: SoldService = { ...service, type: 'Package' }
    expect(readOrder('en', pack, { ...empty, link })).toMatchObject({
      quantity: 1,
      price: 124_000_000n,
      errors: {},
    })
  })
})

describe('readOrder by budget', () => {
  const by = (budget: string) => readOrder('en', service, { ...empty, link, by: 'budget', budget })

  test('is the largest quantity that the amount buys at its price', () => {
    expect(by('5')).toEqual({ quantity: 4_032, price: 499_968_000n, isMost: false, errors: {} })
    expect(by('1000')).toMatchObject({ quantity: 100_000, isMost: true, errors: {} })
    expect(toBody(service, { ...empty, link, by: 'budget', budget: '5' }, by('5'))).toEqual({
      service_id: 1024,
      link,
      quantity: 4_032,
      price: 499_968_000n,
    })
  })

  test('below the minimum says what the minimum costs, and asks for an amount if there is none', () => {
    expect(by('0.01').errors).toEqual({ budget: 'The minimum order of 50 costs $0.062' })
    expect(by('').errors).toEqual({ budget: 'Please enter an amount' })
    expect(by('0.01').price).toBeUndefined()
  })

  test('does not apply to a package, which has one price', () => {
    const pack: SoldService = { ...service, type: 'Package' }
    const quote = readOrder('en', pack, { ...empty, link, by: 'budget' })
    expect(quote).toMatchObject({ quantity: 1, errors: {} })
  })
})

describe('shortfallOf', () => {
  test('is undefined if the balance covers the price to the last unit', () => {
    expect(shortfallOf(100n, 100n, 100_000_000n)).toBeUndefined()
  })

  test('asks for whole cents, rounded up', () => {
    expect(shortfallOf(310_000_001n, 79_500_000n, 100_000_000n)).toEqual({
      deposit: 231_000_000n,
      required: '3.10',
      available: '0.79',
    })
  })

  test('asks for at least the smallest deposit', () => {
    expect(shortfallOf(101n, 100n, 100_000_000n)?.deposit).toBe(100_000_000n)
  })
})
