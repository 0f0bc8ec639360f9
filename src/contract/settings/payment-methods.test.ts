import { expect, test } from 'vitest'

import type { GatewayData, MethodCard } from '#contract/base/gateways/gateway-data.ts'
import { money } from '#contract/base/money.ts'

import { defaultMethod, findTerms, isListed, listMethods, type MethodSetting } from './payment-methods.ts'
import { defaultSettings } from './settings-defaults.ts'

const texts = { en: '', vi: '', ru: '' }
const card = (id: string, value = id, more: Partial<MethodCard> = {}): MethodCard => ({
  id,
  label: id,
  value,
  note: null,
  ...more,
})
const gateway = (id: string, ...cards: MethodCard[]): GatewayData => ({
  id,
  name: id,
  fields: {},
  cards,
  information: texts,
})
const broker = gateway(
  'broker',
  card('broker', 'broker', { isAlwaysListed: true }),
  card('purse', 'broker', { isAlwaysListed: true }),
)
const gateways = [broker, gateway('purse', card('purse')), gateway('acquirer', card('card'))]
const list = (setUp: string[], settings: MethodSetting[] = []) =>
  listMethods({ settings, gateways, isSetUp: (id) => setUp.includes(id) })
const seen = (...of: Parameters<typeof list>) =>
  list(...of)
    .filter(isListed)
    .map(({ id, value, gateway: by, isSetUp }) => [id, value, isSetUp ? by : null])

test('the three methods of the specification are listed when nothing is set up, and others are not', () => {
  const none = [
    ['card', 'card', null],
    ['broker', 'broker', null],
    ['purse', 'broker', null],
  ]
  expect(seen([])).toEqual(none)
  expect(seen(['broker'])).toEqual([none[0], ['broker', 'broker', 'broker'], ['purse', 'broker', 'broker']])
})

test('a configured gateway replaces the card with its id, and no id is listed twice', () => {
  expect(seen(['broker', 'purse', 'acquirer'])).toEqual([
    ['card', 'card', 'acquirer'],
    ['broker', 'broker', 'broker'],
    ['purse', 'purse', 'purse'],
  ])
  expect(seen(['purse'])).toEqual([
    ['card', 'card', null],
    ['broker', 'broker', null],
    ['purse', 'purse', 'purse'],
  ])
})

test("the operator's order and switches apply, and methods they don't name come last", () => {
  const manual = { ...defaultMethod('manual-bank'), name: 'Bank' }
  const off = { ...defaultMethod('card'), is_on: false }
  expect(seen(['broker', 'manual'], [manual, defaultMethod('purse'), off, defaultMethod('gone')])).toEqual([
    ['manual-bank', 'manual-bank', 'manual'],
    ['purse', 'broker', 'broker'],
    ['broker', 'broker', 'broker'],
  ])
})

test("the terms are those of the sent value, otherwise the shop's limits", () => {
  const own = { ...defaultMethod('broker'), max: money(500_000_000n), fee: { percent: 2, fixed: money(0n) } }
  const purse = { ...defaultMethod('purse'), max: money(1_000_000n) }
  const settings = { ...defaultSettings, payment_methods: [purse, own] }
  const min = settings.limits.deposit_min
  expect(findTerms('broker', settings)).toMatchObject({ min, max: own.max, fee: own.fee })
  expect(findTerms('card', settings)).toMatchObject({ min, max: settings.limits.deposit_max, bonuses: null })
})
