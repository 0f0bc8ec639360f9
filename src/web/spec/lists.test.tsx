import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listNotifications, notification } from '#contract/messaging/notifications.ts'
import { listDeposits, ownDeposit } from '#contract/payments/payments.ts'
import { listProviderChanges } from '#contract/providers/provider-actions.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { listTickets, ticket } from '#contract/support/tickets.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { notificationsText } from '#web/parts/notifications/texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { type Answer, like, ownConfig, queryOf } from '#web/testing/answer-calls.ts'
import { expectShown, fill, missingOf, openHere, press } from '#web/testing/expect-screens.ts'

const search = (request: Request) => new URL(request.url).searchParams

/** Seven and twenty, 100 the newest, as the server cuts them. */
const news: Answer = [
  listNotifications,
  (request) => {
    const asked = search(request)
    const below = Number(asked.get('cursor') ?? 101)
    const ids = Array.from({ length: 27 }, (_, at) => 100 - at).filter((id) => id < below)
    const rows = ids.slice(0, Number(asked.get('limit')))
    const told = (id: number) => ({ id, type: 'other', code: 'note', details: { text: `News ${id}` } })
    return Response.json(rows.map((id) => like(notification, told(id))))
  },
]

test('notifications are shown by twenty, and what is older stands below the last of them', async () => {
  await openHere({ at: '/notifications', viewer: 'customer', answers: [news] })
  const rows = () =>
    page
      .getByRole('list', { name: notificationsText.list })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => /News \d+/.exec(textContent)?.[0])
  await expect.poll(() => rows().length).toBe(20)
  expect(rows().at(-1)).toBe('News 81')
  await press('link', 'Older')
  await expect.poll(() => rows()).toEqual([80, 79, 78, 77, 76, 75, 74].map((id) => `News ${id}`))
  expect(missingOf({ link: ['Older'] })).toEqual(['link Older'])
  await press('link', 'Newest')
  await expect.poll(() => rows()[0]).toBe('News 100')
})

test('what there is nothing older than says so, and where there is nothing at all that is said', async () => {
  await openHere({ at: '/notifications?cursor=74', viewer: 'customer', answers: [news] })
  await expectShown({ text: [notificationsText.emptyOlder], link: ['Newest'] })
  expect(missingOf({ text: [notificationsText.empty] })).toHaveLength(1)
  await openHere({ at: '/notifications', viewer: 'customer' })
  await expectShown({ text: [notificationsText.empty], link: ['New Order'] })
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
