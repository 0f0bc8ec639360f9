import { expect, test } from 'vitest'

import type { Notification } from '#contract/messaging/notifications.ts'

import { withWritten } from './live-notifications.ts'

const of = (id: number, massOrder?: number) =>
  ({ id, ...(massOrder !== undefined && { mass_order_id: massOrder }) }) as Notification
const idsWith = (told: Notification, asked: Partial<Parameters<typeof withWritten>[2]>) =>
  withWritten([of(5, 1), of(3, 1)], told, { isNewest: true, max: 3, massOrder: undefined, ...asked }).map(
    ({ id }) => id,
  )

test('a new notification is added to the newest page, and only to the list of its own mass order', () => {
  expect(idsWith(of(6), {})).toEqual([6, 5, 3])
  expect(idsWith(of(6, 1), { massOrder: 1 })).toEqual([6, 5, 3])
  expect(idsWith(of(6, 2), { massOrder: 1 })).toEqual([5, 3])
  expect(idsWith(of(6), { massOrder: 1 })).toEqual([5, 3])
  expect(idsWith(of(6), { isNewest: false })).toEqual([5, 3])
})

test('a repeated notification keeps its place, and a page keeps the size it requested', () => {
  expect(idsWith(of(3, 1), { isNewest: false })).toEqual([5, 3])
  expect(idsWith(of(6), { max: 2 })).toEqual([6, 5])
})
