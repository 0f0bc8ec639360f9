import { expect, test } from 'vitest'

import type { Notification } from '#contract/messaging/notifications.ts'

import { withWritten } from './live-notifications.ts'

const of = (id: number, massOrder?: number) =>
  ({ id, ...(massOrder !== undefined && { mass_order_id: massOrder }) }) as Notification
const idsWith = (told: Notification, asked: Partial<Parameters<typeof withWritten>[2]>) =>
  withWritten([of(5, 1), of(3, 1)], told, { isNewest: true, max: 3, massOrder: undefined, ...asked }).map(
    ({ id }) => id,
  )

test('a new notification goes into the newest page, and into the list of its own mass order alone', () => {
  expect(idsWith(of(6), {})).toEqual([6, 5, 3])
  expect(idsWith(of(6, 1), { massOrder: 1 })).toEqual([6, 5, 3])
  expect(idsWith(of(6, 2), { massOrder: 1 })).toEqual([5, 3])
  expect(idsWith(of(6), { massOrder: 1 })).toEqual([5, 3])
  expect(idsWith(of(6), { isNewest: false })).toEqual([5, 3])
})

test('a repeated notification takes its old place, and a page holds what it asked for', () => {
  expect(idsWith(of(3, 1), { isNewest: false })).toEqual([5, 3])
  expect(idsWith(of(6), { max: 2 })).toEqual([6, 5])
})
