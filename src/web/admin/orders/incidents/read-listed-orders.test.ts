import { expect, test } from 'vitest'
import { readListedOrders } from './read-listed-orders.ts'

test('reads order, service, link, quantity and time of each line, whatever separates them', () => {
  const { rows, unread } = readListedOrders(
    'en',
    [
      'ID\tService\tLink\tQuantity',
      '101\t7\thttps://example.com/a\t1,000',
      '#102 ; 7 ; @name ; 50 ; 2026-01-01T10:00:00Z',
      '',
      '103 7 https://example.com/c',
    ].join('\r\n'),
  )
  expect(rows).toEqual([
    { order: '101', service: '7', link: 'https://example.com/a', quantity: 1_000 },
    { order: '102', service: '7', link: '@name', quantity: 50, at: new Date('2026-01-01T10:00:00Z') },
  ])
  expect(unread).toBe(2)
})
