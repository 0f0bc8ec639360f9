import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { languages } from '#contract/base/languages.ts'
import { orderStatusTones, shownStatuses } from './order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { listOrders, order } from './orders.ts'

const sent = {
  id: 7,
  service_id: 1,
  service_name: 'Likes',
  link: 'https://instagram.com/p/1',
  quantity: 100,
  price: 0.5,
  refunded: 0,
  status: 'COMPLETED',
  start_count: null,
  remains: null,
  refill: false,
  can_refill: false,
  can_cancel: false,
  api_key: null,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
}

test('an order with an unknown status is shown as unknown, and the rest of its list is unaffected', () => {
  const zeros = { all: 2, pending: 0, processing: 0, completed: 1, partial: 0, refill: 0, canceled: 0 }
  const counts = { ...zeros, refunded: 0, failed: 0 }
  const orders = [{ ...sent, status: 'ON_HOLD' }, sent]
  const list = { success: true as const, orders, next_cursor: null, counts, api_keys: [] }
  const read = z.decode(listOrders.answer.schema, list)
  expect(read.orders.map(({ status }) => status)).toEqual(['UNKNOWN', 'COMPLETED'])
  expect(orderStatusTones.UNKNOWN).toBe('neutral')
  for (const language of languages) expect(orderStatusesIn[language].UNKNOWN).not.toBe('')
})

test('each status is shown in upper case, REFILL as REFILLING, and its badge has the tone of the specification', () => {
  const shown = Object.entries(orderStatusesIn.en).map(([status, word]) => `${status} ${word}`)
  expect(shown).toEqual(
    shownStatuses.map((status) => `${status} ${status === 'REFILL' ? 'REFILLING' : status}`),
  )
  expect(orderStatusTones).toMatchObject({ COMPLETED: 'ok', PENDING: 'foil', PROCESSING: 'info' })
  for (const lost of ['CANCELED', 'REFUNDED', 'FAILED'] as const) expect(orderStatusTones[lost]).toBe('bad')
})

test('the OpenAPI document lists the statuses that are sent', () => {
  const { properties } = z.toJSONSchema(order, { io: 'input', unrepresentable: 'any' })
  expect(properties?.['status']).toMatchObject({ type: 'string', enum: expect.arrayContaining(['REFILL']) })
})
