import { expect, test } from 'vitest'

import type { Pick, PlatformPicks } from '#contract/catalogue/service-pages.ts'
import { money, parseMoney } from '#contract/base/money.ts'

import { calculate } from './calculate.ts'

const pick = (id: number, platform: string, rate: string): Pick => ({
  id,
  name: `Service ${id}`,
  category: { id: 1, name: 'Followers' },
  platform,
  rate: parseMoney(rate) ?? money(0n),
  min: 100,
  max: 5_000,
  type: 'Default',
  refill: false,
  cancel: false,
  dripfeed: false,
  average_time: null,
  measured_time: null,
})
const shown = (name: string, ...picks: Pick[]): PlatformPicks => ({
  name,
  services: picks.length,
  lowest: picks[0] ?? null,
  highest: picks.at(-1)?.rate ?? null,
  picks,
})
const platforms = [
  shown('TikTok', pick(1, 'TikTok', '0.9137')),
  shown('Other', pick(2, 'Other', '1')),
  shown('Instagram', pick(3, 'Instagram', '0.0001'), pick(4, 'Instagram', '2')),
]
const ask = (query: string) => calculate(platforms, new URLSearchParams(query))

test('a price is calculated exactly for the service and quantity in the URL', () => {
  expect(ask('platform=tiktok&service=1&quantity=101')).toMatchObject({
    service: { id: 1 },
    quantity: 101,
    price: parseMoney('0.0922837'),
  })
  expect(ask('platform=INSTAGRAM&service=3&quantity=101')?.price).toBe(parseMoney('0.0000101'))
})

test('without parameters it shows the first platform at a usual quantity', () => {
  expect(ask('')).toMatchObject({ platform: { name: 'Instagram' }, service: { id: 3 }, quantity: 1_000 })
})

test("a quantity that can't be ordered has no price, and stays as typed", () => {
  for (const quantity of ['99', '5001', '1000000000'])
    expect(ask(`platform=tiktok&quantity=${quantity}`)).toMatchObject({
      price: undefined,
      quantity: Number(quantity),
      min: 100,
      max: 5_000,
    })
  for (const quantity of ['-1', '1.5', '1e3', 'x', '99999999999'])
    expect(ask(`platform=tiktok&quantity=${quantity}`)).toMatchObject({
      price: undefined,
      quantity: undefined,
    })
})

test('a URL that matches nothing in the catalogue shows what there is', () => {
  expect(ask('platform=myspace&service=9')).toMatchObject({ platform: { name: 'Instagram' } })
  expect(ask('platform=tiktok&service=4')).toMatchObject({ service: { id: 1 } })
  expect(calculate([], new URLSearchParams())).toBeUndefined()
})
