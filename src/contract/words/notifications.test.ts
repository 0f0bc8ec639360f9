import { expect, test } from 'vitest'

import { sayCarried } from '#contract/base/codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'

import { notificationsIn } from './notifications.ts'

const say = (language: Language, code: string, details: object) =>
  // Spaces within numbers and amounts are non-breaking.
  sayCarried(notificationCodes, notificationsIn[language], { code, details })?.replace(/\s/gu, ' ')

const order = { order_id: 77, service: 'Instagram Followers [Real | R30]', quantity: 500 }

test('an order says what was delivered', () => {
  expect(say('en', 'order_completed', order)).toBe('500 Instagram followers delivered · #77')
  expect(say('vi', 'order_completed', order)).toBe('Đã giao 500 lượt theo dõi Instagram · #77')
  expect(say('ru', 'order_completed', order)).toBe('Доставлено: 500 подписчиков Instagram · #77')
})

test.each([
  [1, '1 подписчик'],
  [2, '2 подписчика'],
  [5, '5 подписчиков'],
  [11, '11 подписчиков'],
  [21, '21 подписчик'],
  [1_022, '1 022 подписчика'],
])('Russian uses the right plural form for %i', (quantity, said) => {
  expect(say('ru', 'order_completed', { ...order, quantity })).toBe(`Доставлено: ${said} Instagram · #77`)
})

test('English has one form for one', () => {
  expect(say('en', 'order_completed', { ...order, quantity: 1 })).toBe('1 Instagram follower delivered · #77')
  expect(say('en', 'order_completed', { ...order, quantity: 1_500 })).toBe(
    '1,500 Instagram followers delivered · #77',
  )
})

test('one that ended short says how much was delivered', () => {
  const short = { ...order, delivered: 300 }
  expect(say('en', 'order_partial', short)).toBe(
    '300 of 500 Instagram followers delivered, the rest refunded · #77',
  )
  expect(say('ru', 'order_partial', short)).toBe(
    '500 подписчиков Instagram: доставлено 300, деньги за остаток возвращены · #77',
  )
  expect(say('vi', 'order_partial', short)).toBe(
    'Đã giao 300 trên 500 lượt theo dõi Instagram, phần còn lại đã hoàn tiền · #77',
  )
  expect(say('en', 'order_canceled_in_part', order)).toBe(
    '500 Instagram followers canceled, the undelivered part refunded · #77',
  )
  expect(say('en', 'order_refunded_in_part', { ...order, amount: 1.5 })).toBe(
    '$1.50 refunded for 500 Instagram followers · #77',
  )
})

test('a name with several meanings, or none, is shown itself, on one line and cut', () => {
  const named = (service: string) => say('en', 'order_completed', { ...order, service })
  expect(named('Instagram Likes +\nViews')).toBe('500 × Instagram Likes + Views delivered · #77')
  expect(named(`Gift ${'and more '.repeat(40)}`)?.length).toBeLessThan(120)
})

test('a package has no quantity', () => {
  expect(say('en', 'order_completed', { order_id: 77, service: 'Starter Pack: 500 Followers' })).toBe(
    'Starter Pack: 500 Followers delivered · #77',
  )
})

test('an old notification without the stored service is shown as before', () => {
  expect(say('en', 'order_completed', { order_id: 77 })).toBe('Order #77 is completed')
  expect(say('vi', 'order_canceled', { order_id: 77 })).toBe('Đơn #77 đã bị hủy và được hoàn tiền')
  expect(say('ru', 'order_partial', { order_id: 77 })).toBe('Заказ #77 выполнен частично, остаток возвращён')
})
