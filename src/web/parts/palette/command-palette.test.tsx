import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { searchEverything } from '#contract/site/search.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { openPage, type Viewer } from '#web/testing/open-page.tsx'
import { catalogue } from '#web/testing/shop.ts'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  document.documentElement.lang = 'en'
})

const found = like(searchEverything.answer.schema, {
  orders: [{ id: 77, service_name: 'Instagram Likes', quantity: 500, status: 'COMPLETED' }],
  tickets: [{ id: 61, subject: 'My refund', status: 'open' }],
  transactions: [
    { id: 5, type: 'refund', amount: 1.5, order_id: 77, created_at: '2026-05-04T00:00:00.000Z' },
  ],
  staff: null,
})
const box = () => page.getByRole('combobox', { name: 'Search or jump to' })
const groups = () =>
  page
    .getByRole('listbox')
    .getByRole('group')
    .elements()
    .map((group) => [
      group.firstElementChild?.textContent,
      [...group.querySelectorAll('[role=option] > :first-child')].map(({ textContent }) => textContent),
    ])

/** Opened on a page with few requests, with what the server finds. */
async function openPalette(viewer: Viewer, answer: object, more: readonly Answer[] = []) {
  const asked: string[] = []
  const answers: Answer[] = [
    ...more,
    [
      searchEverything,
      async (request) => {
        asked.push(new URL(request.url).searchParams.get('search') ?? '')
        return Response.json(await answer)
      },
    ],
  ]
  takeAway = openPage('/notifications', viewer, answers)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option', { name: 'New Order' })).toBeVisible()
  return asked
}

test('results are in groups with headings, and "refund" finds where to refund', async () => {
  const asked = await openPalette('customer', found)
  await box().fill('refund')
  await expect.element(page.getByRole('option', { name: /Ticket 61: My refund/ })).toBeVisible()
  await vi.waitFor(() => expect(groups().map(([heading]) => heading)).toContain('FAQ'))
  // Later results come below the one that Enter would choose.
  expect(groups()[0]?.[0]).toBe('Pages')
  const shown = Object.fromEntries(groups())
  expect(shown['Orders']).toEqual(['Open order 77'])
  expect(shown['Pages']).toEqual(['Order History', 'Transactions', 'Support'])
  expect(shown['Tickets']).toEqual(['Ticket 61: My refund'])
  expect(shown['Transactions']).toEqual(['Refund 5'])
  expect(shown['FAQ']).not.toEqual([])
  expect(asked).toEqual(['refund'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('later results from the server are below the services, and Enter still opens the highlighted one', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  await openPalette('customer', promise, catalogue)
  await box().fill('follow')
  await expect.element(page.getByRole('option', { name: /Instagram Followers/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  const service = page.getByRole('option', { name: /Instagram Followers/ })
  await expect.element(service).toHaveAttribute('aria-selected', 'true')
  const meant = service.element().textContent
  resolve(found)
  await expect.element(page.getByRole('option', { name: /Open order 77/ })).toBeVisible()
  const order = groups().map(([heading]) => String(heading))
  expect(order.filter((one) => one === 'Services' || one === 'Orders')).toEqual(['Services', 'Orders'])
  await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent(meant)
})

test('without results it says so, and shows no empty list', async () => {
  await openPalette('customer', { ...found, orders: [], tickets: [], transactions: [] })
  await box().fill('qqq zzz')
  await expect
    .element(page.getByRole('dialog').getByRole('status'))
    .toHaveTextContent('Nothing found for “qqq zzz”')
  expect(page.getByRole('listbox').elements()).toEqual([])
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
})

test('staff find what the server allows them, and pages of the administration', async () => {
  const staff = {
    users: [{ id: 9, name: 'Linh', email: 'linh@example.com' }],
    deposits: [{ id: 8, amount: 25, status: 'review', user_email: 'linh@example.com' }],
  }
  await openPalette('staff', { ...found, orders: [], tickets: [], transactions: [], staff })
  await box().fill('refund')
  await vi.waitFor(() => {
    const shown = Object.fromEntries(groups())
    expect(shown['Admin Panel: Users']).toEqual(['Open user Linh'])
    expect(shown['Admin Panel: Deposits']).toEqual(['Deposit 8'])
    expect(shown['Admin Panel']).toContain('Admin Panel: Orders')
  })
})

test('Vietnamese typed without diacritics finds a page', async () => {
  document.documentElement.lang = 'vi'
  takeAway = openPage('/notifications', 'customer', [])
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('dialog').getByRole('combobox').fill('nap tien')
  await expect.element(page.getByRole('option', { name: 'Nạp tiền' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nạp tiền' })).toBeVisible()
})
