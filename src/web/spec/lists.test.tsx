import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listServiceIndex } from '#contract/catalogue/catalogue.ts'
import {
  countUnread,
  listNotificationEntries,
  listNotifications,
  notification,
  readMassOrderNotifications,
} from '#contract/messaging/notifications.ts'
import { listDeposits, ownDeposit } from '#contract/payments/payments.ts'
import { listProviderChanges } from '#contract/providers/provider-actions.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { listTickets, ticket } from '#contract/support/tickets.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { notificationPageText } from '#web/shop/notifications/texts.en.ts'
import { orderDetailsText } from '#web/shop/orders/texts.en.ts'
import { type Answer, like, ownConfig, queryOf, refuse } from '#web/testing/answer-calls.ts'
import { expectShown, fill, missingOf, openHere, press } from '#web/testing/expect-screens.ts'
import { oneOrder } from '#web/testing/shop.ts'

const search = (request: Request) => new URL(request.url).searchParams

/** 27 entries, the newest with id 100 and a mass order, paged like the server's. */
const news: Answer = [
  listNotificationEntries,
  (request) => {
    const asked = search(request)
    const below = Number(asked.get('cursor') ?? 101)
    const ids = Array.from({ length: 27 }, (_, at) => 100 - at).filter((id) => id < below)
    const rows = asked.get('kind') === 'payments' ? [] : ids.slice(0, Number(asked.get('limit')))
    return Response.json(
      like(listNotificationEntries.answer.schema, {
        entries: rows.map((id) => ({ notification: note(id), mass_order: id === 100 ? massOrder : null })),
        next_cursor: rows.length < ids.length && rows.length > 0 ? String(rows.at(-1)) : null,
      }),
    )
  },
]
const note = (id: number, more = {}) =>
  like(notification, {
    id,
    type: 'other',
    code: 'note',
    details: { text: `News ${id}` },
    created_at: `2026-05-0${id > 90 ? 4 : 3}T10:00:00.000Z`,
    is_read: false,
    ...more,
  })
const massOrder = {
  id: 3,
  orders: 40,
  completed: 37,
  partial: 0,
  canceled: 2,
  failed: 0,
  refunded: 0,
  unread: 39,
}
const newsRows = () =>
  page
    .getByRole('region', { name: notificationPageText.list })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => /News \d+|Mass order/.exec(textContent)?.[0])

test('notifications are shown by twenty and by days, and what is older stands below the last of them', async () => {
  await openHere({ at: '/notifications', viewer: 'customer', answers: [news] })
  await expect.poll(() => newsRows().length).toBe(20)
  expect([newsRows()[0], newsRows().at(-1)]).toEqual(['Mass order', 'News 81'])
  await expectShown({ heading: ['May 4, 2026', 'May 3, 2026'] })
  await press('link', 'Older')
  await expect.poll(() => newsRows()).toEqual([80, 79, 78, 77, 76, 75, 74].map((id) => `News ${id}`))
  await expect.element(page.getByRole('link', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
  await press('link', 'Newest')
  await expect.poll(() => newsRows()[1]).toBe('News 99')
})

test('notifications are filtered by kind and by being unread, both in the address', async () => {
  await openHere({ at: '/notifications', viewer: 'customer', answers: [news] })
  await expect.poll(() => newsRows().length).toBe(20)
  expect(missingOf({ button: ['Operations'] })).toEqual(['button Operations'])
  await press('button', 'Unread')
  await expect.poll(() => queryOf('/api/notifications/grouped')).toEqual({ limit: '20', unread: 'true' })
  await press('button', 'Payments')
  await expectShown({ text: [notificationPageText.noneFound] })
  expect(queryOf('/api/notifications/grouped')).toEqual({ limit: '20', unread: 'true', kind: 'payments' })
  await press('link', 'Reset Filters')
  await expect.poll(() => newsRows().length).toBe(20)
  await press('button', 'Orders')
  await expect.poll(() => queryOf('/api/notifications/grouped')).toEqual({ limit: '20', kind: 'orders' })
  await openHere({ at: '/notifications?kind=nonsense&unread=1', viewer: 'staff', answers: [news] })
  await expectShown({ button: ['Operations'] })
  expect(queryOf('/api/notifications/grouped')).toEqual({ limit: '20' })
})

test('a mass order is one line that opens, and is marked as read as a whole', async () => {
  const marked: string[] = []
  const answers: Answer[] = [
    news,
    [countUnread, { unread: 50 }],
    [
      listNotifications,
      (request) =>
        Response.json(
          search(request).get('mass_order') === '3'
            ? [note(100, { mass_order_id: 3 }), note(7, { mass_order_id: 3 })]
            : [],
        ),
    ],
    [
      readMassOrderNotifications,
      (request) => {
        marked.push(new URL(request.url).pathname)
        return Response.json({ success: true })
      },
    ],
  ]
  await openHere({ at: '/notifications', viewer: 'customer', answers })
  const line = page.getByRole('button', {
    name: /^Unread: Mass order of 40: 37 delivered, 2 canceled, 1 in progress/,
  })
  await line.click()
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => newsRows().slice(0, 3)).toEqual(['Mass order', 'News 100', 'News 7'])
  const row = page.getByRole('region', { name: notificationPageText.list }).getByRole('listitem').first()
  const unreadIn = () => row.getByText('Unread: ', { exact: true }).elements().length
  expect(unreadIn()).toBe(3)
  await row.getByRole('button', { name: 'Mark as read', exact: true }).first().click()
  await expect.poll(unreadIn).toBe(0)
  expect(marked).toEqual(['/api/notifications/read/mass-order/3'])
})

test('what there is nothing older than says so, and where there is nothing at all that is said', async () => {
  await openHere({ at: '/notifications?cursor=74', viewer: 'customer', answers: [news] })
  await expectShown({ text: [notificationPageText.noneFound], link: ['Newest'] })
  expect(missingOf({ text: [notificationPageText.empty] })).toHaveLength(1)
  await openHere({ at: '/notifications', viewer: 'customer' })
  await expectShown({ text: [notificationPageText.empty], link: ['New Order'] })
})

test('tickets are filtered by their status, and one press brings all of them back', async () => {
  const tickets: Answer = [
    listTickets,
    (request) => {
      const found =
        search(request).get('status') === 'closed' ? [] : [like(ticket, { id: 61, subject: 'Where is it?' })]
      return Response.json(like(listTickets.answer.schema, { tickets: found }))
    },
  ]
  await openHere({ at: '/support', viewer: 'customer', answers: [tickets] })
  await expectShown({ text: ['Where is it?'] })
  await press('button', supportText.closed)
  await expectShown({ text: [supportText.noneFound] })
  expect(queryOf('/api/tickets')).toEqual({ limit: '20', status: 'closed' })
  await press('link', 'Reset Filters')
  await expectShown({ text: ['Where is it?'] })
  await openHere({ at: '/support', viewer: 'customer' })
  await expectShown({ text: [supportText.empty] })
})

const change = {
  id: 5,
  kind: 'price_up',
  name: 'Likes',
  service_id: null,
  before: '0.9',
  after: '1.5',
  order_id: null,
  outcome: null,
  created_at: '2026-05-04T00:00:00.000Z',
}

test('a list in a page has its filters and its pages in the address of the page', async () => {
  const changes: Answer = [
    listProviderChanges,
    (request) => {
      const asked = search(request)
      const service = asked.has('cursor') ? 'old-one' : 'new-one'
      const found = asked.get('kind') === 'gone' ? [] : [{ ...change, service }]
      return Response.json(
        like(listProviderChanges.answer.schema, {
          changes: found,
          next_cursor: asked.has('cursor') ? null : '5',
        }),
      )
    },
  ]
  await openHere({ at: '/admin/providers/7?cursor=5', viewer: 'staff', answers: [changes] })
  await expectShown({ text: ['old-one'], link: ['Newest'] })
  await press('link', 'Newest')
  await expectShown({ text: ['new-one'], link: ['Older'] })
  await press('button', adminProvidersText.kind_gone)
  await expectShown({ text: [adminProvidersText.noneFound] })
  await press('link', 'Reset Filters')
  await expectShown({ text: ['new-one'] })
  expect(queryOf('/api/admin/providers/7/changes')).toEqual({ limit: '20' })
})

test('deposits are read page by page below the form, which keeps what was typed, and where there are none it says how one begins', async () => {
  const deposits: Answer = [
    listDeposits,
    (request) => {
      const isOlder = search(request).has('cursor')
      const deposit = like(ownDeposit, { id: isOlder ? 3 : 9, amount: isOlder ? 25 : 50 })
      return Response.json(
        like(listDeposits.answer.schema, { deposits: [deposit], next_cursor: isOlder ? null : '9' }),
      )
    },
  ]
  const methods = Object(ownConfig).payment_methods.map((one: object) => ({ ...one, available: true }))
  const config: Answer = [getConfig, { ...ownConfig, payment_methods: methods }]
  await openHere({ at: '/add-funds', viewer: 'customer', answers: [deposits, config] })
  await expectShown({ text: ['$50.00'] })
  await fill(/^Amount/, '42')
  await press('link', 'Older')
  await expectShown({ text: ['$25.00'], link: ['Newest'] })
  expect(queryOf('/api/user/deposits')).toEqual({ limit: '10', cursor: '9' })
  await expect.element(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('42')
  await openHere({ at: '/add-funds', viewer: 'customer' })
  await expectShown({ text: [paymentsText.noDeposits] })
})

test('a list of services that could not be loaded counts none', async () => {
  await openHere({ at: '/services', answers: [[listServiceIndex, refuse(500)]] })
  await expectShown({ text: ['Unable to load services. Please try again later.'] })
  expect(missingOf({ text: ['0 services'] })).toHaveLength(1)
})

test('an order that has no progress yet says so', async () => {
  await openHere({ at: '/orders/31', viewer: 'customer', answers: oneOrder({ status: 'PENDING' }) })
  await expect.element(page.getByText(orderDetailsText.waiting)).toBeVisible()
})
