import type { Page } from '@playwright/test'

import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getDemo, makeCustomer, type Person, signInAs } from './journey-users.ts'
import { setSpeed } from './set-speed.ts'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Notifications, newest first' }).getByRole('listitem')
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** Orders that the sandbox delivers: each creates a notification. */
async function placeOrders(person: Person, count: number): Promise<void> {
  const service = await findService(({ min, rate }) => min <= 100 && rate < 10)
  const link = `https://www.${service.platform.toLowerCase()}.com/journey`
  for (let at = 0; at < count; at += 1) {
    const body = { service_id: service.id, link: `${link}${at}`, quantity: service.min }
    await callAs(person, '/api/orders/create', 'POST', body)
  }
}

test('all are one press away, and each leads to its subject', async ({ page }) => {
  const demo = await getDemo()
  await signInAs(page, demo)
  const told = (await callAs(demo, '/api/notifications?limit=200')) as {
    id: number
    order_id?: number
    reference_id?: string
  }[] // the contract's shape
  await page.goto('/dashboard')
  await bell(page).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
  await page.getByRole('link', { name: 'See all notifications' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)

  // Below the one before: more may be told meanwhile.
  const order = told.findIndex(({ order_id: id }, at) => at > 0 && id !== undefined)
  await goInside(page, `/notifications?cursor=${told[order - 1]?.id}`)
  // An announcement, which leads nowhere, may come meanwhile.
  await rows(page).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/orders/${told[order]?.order_id}$`))
  const payment = told.findIndex(({ reference_id: reference }, at) => at > 0 && reference !== undefined)
  await goInside(page, `/notifications?cursor=${told[payment - 1]?.id}`)
  await rows(page).getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(new RegExp(`/add-funds/success\\?order_id=${told[payment]?.reference_id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible()
})

test('one that is read here is read in the bell and in another tab, which share a stream, and none is left when all are', async ({
  context,
  sandbox,
}) => {
  const person = await makeCustomer({ balance: 20 })
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url())
  })
  const page = await context.newPage()
  await signInAs(page, person)
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Mark all as read' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  const other = await context.newPage()
  await other.goto('/notifications')
  await setSpeed(sandbox, 20)
  await placeOrders(person, 3)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread', { timeout: 40_000 })
  await setSpeed(sandbox, 1)
  await expect(rows(page)).toHaveCount(3)
  await rows(page).first().getByRole('button', { name: 'Mark as read' }).click()
  await expect(rows(page).getByText('Unread')).toHaveCount(2)
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(rows(other).getByText('Unread')).toHaveCount(2)

  // An item whose mark failed is unread again.
  await page.route('**/api/notifications/read/**', (route) =>
    route.fulfill({ status: 500, body: 'not ours' }),
  )
  await rows(page).nth(1).getByRole('button', { name: 'Mark as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(rows(page).getByText('Unread')).toHaveCount(2)
  await page.unroute('**/api/notifications/read/**')

  await bell(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications')
    await expect(rows(tab).getByText('Unread')).toHaveCount(0)
  }
  await expect(page.getByText('All read')).toBeVisible()
  expect(streams).toHaveLength(1)
})
