import { expect, test } from 'vitest'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import { money, ZERO } from '#contract/base/money.ts'

import { keepSent, readSent, type Sent, toBody, withoutPlaced } from './sent-lines.ts'

const lineOf = (number: number, text: string) => ({ number, text, asked: { service_id: 1, link: text } })
const sent: Sent = { key: 'k', lines: [lineOf(1, 'a'), lineOf(3, 'a'), lineOf(5, 'c')] }
const placed: { order: PlacedOrder } = {
  order: {
    id: 1,
    service_id: 1,
    service_name: 'S',
    link: 'a',
    quantity: 1,
    price: ZERO,
    status: 'PENDING',
    created_at: new Date(0),
  },
}
const refused = { code: 'service_not_found', message: 'Gone' }

test('placed lines leave the field, and refused, invalid or unsent ones stay', () => {
  const text = 'a\n\na\nwrong\n c \n'
  expect(withoutPlaced(text, sent, [placed, refused, placed])).toBe('a\nwrong')
  expect(withoutPlaced(text, sent, [refused, placed, refused])).toBe('a\nwrong\n c ')
  expect(withoutPlaced(text, sent, [placed, placed, placed])).toBe('wrong')
  // Fewer results than lines: a line without a result stays in the box.
  expect(withoutPlaced(text, sent, [placed])).toBe('a\nwrong\n c ')
})

test('each line is sent with its shown price, the same one again after a reload', () => {
  const priced: Sent = { key: 'k', lines: [{ ...lineOf(1, 'a'), price: '123' }, lineOf(2, 'b')] }
  const body = {
    lines: [
      { service_id: 1, link: 'a', price: money(123n) },
      { service_id: 1, link: 'b' },
    ],
  }
  expect(toBody(priced.lines)).toEqual(body)
  expect(toBody(readSent(keepSent(priced))?.lines ?? [])).toEqual(body)
})

test('a sent request is found again with its key, and stored data of another shape is ignored', () => {
  expect(readSent(keepSent(sent))).toEqual(sent)
  for (const odd of [undefined, '', '{']) expect(readSent(odd)).toBeUndefined()
  expect(keepSent(undefined)).toBe('')
})
