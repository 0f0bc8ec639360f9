import { expect, test } from 'vitest'

import type { Layout } from '#torture/product/run-product.ts'

import { planCustomer } from './plan-customer.ts'
import { fits, planFaults } from './plan-faults.ts'
import { planBackgroundFaults } from './plan-background-faults.ts'

const faults: { name: string; seconds: number; needs: string[] }[] = [
  ...Array.from({ length: 9 }, (_, index) => ({ name: `fault ${index}`, seconds: 5, needs: [] })),
  { name: 'of npm', seconds: 5, needs: ['one process'] },
  { name: 'of a worker', seconds: 5, needs: ['roles'] },
  { name: 'of the pooler', seconds: 5, needs: ['pooler'] },
]
const take = <Value>(count: number, values: Iterator<Value, unknown>): (Value | undefined)[] =>
  Array.from({ length: count }, () => {
    const { value, done } = values.next()
    return done === true ? undefined : value
  })
const isPossible = () => true
const plan = (seed: number, layouts: Layout[] = ['together', 'apart']) =>
  planFaults({ seed, seconds: 600, faults, isPossible, layouts })
const orderOf = (seed: number) => ({ ...plan(seed), orders: take(30, plan(seed).orders.together) })

test('the same seed plans the same run, another seed another one', () => {
  const customer = (seed: number) => take(50, planCustomer(seed, 'a'))
  const backgroundFaults = (seed: number) => planBackgroundFaults({ seed, seconds: 60, longestMs: 5_000 })
  for (const of of [customer, backgroundFaults, orderOf]) {
    expect(of(7)).toEqual(of(7))
    expect(of(7)).not.toEqual(of(8))
  }
  expect(customer(7)).not.toEqual(take(50, planCustomer(7, 'b')))
})

const named = (count: number, order: Iterator<{ name: string }, unknown>) =>
  new Set(take(count, order).map((fault) => fault?.name))
const without = (...names: string[]) =>
  new Set(faults.map(({ name }) => name).filter((name) => !names.includes(name)))

test('every fault that fits a layout happens in it once before any happens again', () => {
  const { together, apart, pooled } = plan(1).orders
  expect(named(10, together)).toEqual(without('of a worker', 'of the pooler'))
  expect(named(10, apart)).toEqual(without('of npm', 'of the pooler'))
  expect(named(11, pooled)).toEqual(without('of npm'))
})

test('a fault that fits several layouts comes early in one of them', () => {
  const { together, apart } = plan(1).orders
  expect(named(6, together).union(named(6, apart))).toEqual(without('of the pooler'))
})

test('a fault that the machine cannot have is skipped, and the others keep their order', () => {
  const isShort = ({ name }: { name: string }) => name !== 'fault 3'
  const lesser = planFaults({ seed: 1, seconds: 600, faults, isPossible: isShort, layouts: ['together'] })
  const whole = take(10, plan(1).orders.together).filter((fault) => fault && isShort(fault))
  expect(take(9, lesser.orders.together)).toEqual(whole)
})

test('layouts alternate to the end of the run, and stay in one process where roles cannot be split', () => {
  expect(plan(1).turns.map(({ layout }) => layout)).toEqual(['together', 'apart', 'together', 'apart'])
  expect(plan(1).turns.at(-1)?.endsAtSeconds).toBe(600)
  const alone = plan(1, ['together'])
  expect(new Set(alone.turns.map(({ layout }) => layout))).toEqual(new Set(['together']))
  expect(new Set(take(10, alone.orders.together).map((fault) => fault?.name)).size).toBe(10)
})

test('a plan without a possible fault ends at once', () => {
  const nothing = { faults, isPossible: () => false }
  const { orders } = planFaults({ seed: 1, seconds: 60, ...nothing, layouts: ['together'] })
  expect(orders.together.next().done).toBe(true)
})

test('a short run leaves out what would take most of it', () => {
  const long = { name: 'long', seconds: 100, needs: [] }
  expect([fits(long, 60), fits(long, 600)]).toEqual([false, true])
  expect(fits({ name: 'short', seconds: 10, needs: [] }, 10)).toBe(true)
})

test('background faults last as long as the run, and no request is held longer than the limit', () => {
  const steps = planBackgroundFaults({ seed: 3, seconds: 120, longestMs: 4_000 })
  expect(Math.max(...steps.map(({ atSeconds }) => atSeconds))).toBeLessThan(120)
  expect(new Set(steps.map(({ at }) => at))).toEqual(new Set(['one', 'two', 'gateway']))
  for (const { body } of steps) expect(Number(body['delay_ms'] ?? 0)).toBeLessThanOrEqual(4_000)
  const ofProviders = steps.filter(({ at, path }) => at !== 'gateway' && path === 'faults')
  for (const { body } of ofProviders) expect(body['lasts_ms']).toBe(5_000)
})
