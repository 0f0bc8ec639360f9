import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, id, idParam, time } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'
import { notificationCodeNames, notificationTypes } from './notification-codes.ts'
import { notificationKinds } from './notification-kinds.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

export const notification = z.object({
  id: bigId,
  type: z.enum(notificationTypes),
  code: z.enum(notificationCodeNames),
  /** In English. Clients write other languages from code, ids and details. */
  message: z.string(),
  details: carried,
  order_id: z.optional(bigId),
  deposit_id: z.optional(bigId),
  /** The deposit's reference, for the payment status page. */
  reference_id: z.optional(z.string()),
  ticket_id: z.optional(bigId),
  /** The mass order that this order is part of. */
  mass_order_id: z.optional(id),
  is_read: z.boolean(),
  created_at: time,
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  summary: 'Newest first; `mass_order`: those about its orders',
  query: z.strictObject({ mass_order: z.optional(idParam), ...cursorPaging }),
  answer: { status: 200, schema: z.array(notification) },
  errors: [],
})

/** A mass order: how many orders it placed, their outcomes as far as notified, and the number of unread notifications. */
const massOrderOutcome = z.object({
  id,
  orders: z.int(),
  completed: z.int(),
  partial: z.int(),
  canceled: z.int(),
  failed: z.int(),
  refunded: z.int(),
  unread: z.int(),
})
export type MassOrderOutcome = z.output<typeof massOrderOutcome>

/** A notification, or the newest one of a mass order, which represents them all. */
export const notificationEntry = z.object({ notification, mass_order: z.nullable(massOrderOutcome) })
export type NotificationEntry = z.output<typeof notificationEntry>

export const listNotificationEntries = endpoint({
  method: 'GET',
  path: '/api/notifications/grouped',
  access: 'user',
  summary: 'Newest first, with one entry for each mass order, at its newest notification',
  query: z.strictObject({
    kind: z.optional(z.enum(notificationKinds)),
    unread: z.optional(z.literal('true')),
    ...cursorPaging,
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      entries: z.array(notificationEntry),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

/** The maximum count: it means this many or more. */
export const UNREAD_COUNTED_MAX = 1_000

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'user',
  summary: 'Number of unread notifications; 1000 means 1000 or more',
  answer: { status: 200, schema: z.object({ unread: z.int() }) },
  errors: [],
})

/** Optional notifications and emails. Those about payments, tickets and security can't be turned off. */
export const notificationPreferences = z.object({
  /** Orders, refunds and payments. */
  orderUpdates: z.boolean(),
  promotions: z.boolean(),
  newsletter: z.boolean(),
  /** Price and limit changes of favourite services and of those ordered by API. */
  serviceChanges: z.boolean(),
})
export type NotificationPreferences = z.output<typeof notificationPreferences>

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/api/user/notification-preferences',
  access: 'user',
  summary: "The caller's notification preferences",
  answer: { status: 200, schema: notificationPreferences },
  errors: [],
})

export const setNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/api/user/notification-preferences',
  access: 'user',
  summary: 'Changes the given preferences and answers all',
  takesBack: { answer: notificationPreferences },
  body: z.strictObject(z.partial(notificationPreferences).shape),
  answer: { status: 200, schema: notificationPreferences },
  errors: [],
})

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications/read/all',
  access: 'user',
  summary: 'Marks every notification as read',
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: [],
})

export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/read/:id',
  access: 'user',
  summary: 'Marks one notification as read',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})

export const readMassOrderNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications/read/mass-order/:id',
  access: 'user',
  summary: "Marks the notifications about a mass order's orders as read",
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})

/** The customer is notified each time the balance falls below this amount; null: never. */
const balanceNotice = z.object({ below: z.nullable(moneyCodec) })

export const getBalanceNotice = endpoint({
  method: 'GET',
  path: '/api/user/balance-notice',
  access: 'user',
  summary: 'The amount below which the caller is notified of a low balance',
  answer: { status: 200, schema: balanceNotice },
  errors: [],
})

export const setBalanceNotice = endpoint({
  method: 'PUT',
  path: '/api/user/balance-notice',
  access: 'user',
  summary:
    'Sets the amount below which the caller is notified by a notification and an email, or null to turn it off',
  takesBack: { answer: balanceNotice },
  body: z.strictObject({
    below: z.nullable(
      moneyCodec.check(z.refine((below) => below > 0n && below <= MONEY_MAX, says('amount_required'))),
    ),
  }),
  answer: { status: 200, schema: balanceNotice },
  errors: [],
})
