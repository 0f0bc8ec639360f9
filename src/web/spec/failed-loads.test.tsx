import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listStaffActions } from '#contract/audit-log/audit-log.ts'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { getService, listServiceIndex } from '#contract/catalogue/catalogue.ts'
import { getDashboard } from '#contract/reports/dashboard.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { countUnread, listNotificationEntries } from '#contract/messaging/notifications.ts'
import { listDeposits } from '#contract/payments/payments.ts'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { getTicket, listTickets, ticket, ticketMessage, ticketThread } from '#contract/support/tickets.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { adminAuditText } from '#web/admin/audit/texts.en.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { massOrderText } from '#web/shop/mass-order/texts.en.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { notificationPageText } from '#web/shop/notifications/texts.en.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { pagePaths } from '#web/app/vite/page-paths.ts'
import { type Answer, like, ownConfig, refuse } from '#web/testing/answer-calls.ts'
import { expectShown, missingOf, openHere, type Shown } from '#web/testing/expect-screens.ts'
import type { Viewer } from '#web/testing/open-page.tsx'
import { sampleOf } from '#web/testing/sample-of.ts'
import { catalogue, followers, makeLine, soldService } from '#web/testing/shop.ts'

let isDown = true

/** Fails until the fault ends. */
function failing(endpoint: Endpoint, members: object = {}): Answer {
  const { schema } = endpoint.answer
  if (schema === undefined) throw new Error(`${endpoint.path} answers no JSON`)
  return [endpoint, () => (isDown ? refuse(500)() : Response.json(like(schema, members)))]
}

/** With everything in the response that the staff page uses. */
function failingAsSampled(endpoint: Endpoint): Answer {
  const { schema } = endpoint.answer
  return failing(endpoint, Object(schema && sampleOf(schema)))
}

/** Clicked repeatedly while it exists: the page may be reloading automatically, and ignores clicks then. */
async function tryAgain(after: Shown): Promise<void> {
  isDown = false
  const again = page.getByRole('button', { name: 'Try Again' })
  const missing = () => {
    const buttons = again.elements()
    for (const button of buttons) (button as HTMLElement).click() // of its role
    return [...missingOf(after), ...buttons.map(({ textContent }) => textContent)]
  }
  await expect.poll(missing).toEqual([])
}

const question = like(ticket, { id: 61, subject: 'Where is it?', status: 'open' })
const thread = like(ticketThread, { ...question, messages: [like(ticketMessage, { content: 'Not yet' })] })
const index = catalogue.find(([endpoint]) => endpoint === listServiceIndex)?.[1] ?? {}
const others = catalogue.filter(([endpoint]) => endpoint !== listServiceIndex && endpoint !== getService)

type Load = { at: string; viewer?: Viewer; answers: readonly Answer[]; says: string; after: Shown }

const loads: readonly Load[] = [
  {
    at: '/dashboard',
    answers: [failing(getDashboard)],
    says: 'Unable to load recent orders. Please try again later.',
    after: { text: ['No orders found. Start by placing a new order!'] },
  },
  {
    at: '/transactions',
    answers: [failing(listTransactions, { transactions: [makeLine()] })],
    says: 'Failed to load transactions. Please try again later.',
    after: { text: ['Order'] },
  },
  {
    at: '/add-funds',
    answers: [failing(listDeposits)],
    says: paymentsText.historyFailed,
    after: { text: [paymentsText.noDeposits] },
  },
  {
    at: '/support',
    answers: [failing(listTickets, { tickets: [question] })],
    says: supportText.loadFailed,
    after: { text: ['Where is it?'] },
  },
  {
    at: '/support/tickets/61',
    answers: [failing(getTicket, { ticket: thread })],
    says: supportText.threadFailed,
    after: { text: ['Not yet'] },
  },
  {
    at: '/mass-order',
    answers: [failing(listServiceIndex, index), ...others],
    says: massOrderText.loadFailed,
    after: { text: [massOrderText.empty] },
  },
  {
    at: '/admin/services',
    viewer: 'staff',
    answers: [failing(listAdminServices, { services: [soldService] })],
    says: adminServicesText.loadFailed,
    after: { text: ['$1.2500'] },
  },
  {
    at: '/admin/audit',
    viewer: 'staff',
    answers: [failingAsSampled(listStaffActions)],
    says: adminAuditText.loadFailed,
    after: { table: [/./] },
  },
  {
    at: '/admin/settings',
    viewer: 'staff',
    answers: [failingAsSampled(getSettings)],
    says: adminSettingsText.loadFailed,
    after: { textbox: ['Name'] },
  },
  {
    at: '/admin/reports',
    viewer: 'staff',
    answers: [failingAsSampled(getMoneyReport)],
    says: adminReportsText.loadFailed,
    after: { table: [/^Money by/] },
  },
]

// The first test of the file: nothing has been counted before.
test('notifications that failed to load are not shown as read', async () => {
  isDown = true
  const answers = [failing(listNotificationEntries), failing(countUnread)]
  await openHere({ at: '/notifications', viewer: 'customer', answers })
  await expectShown({ text: [notificationPageText.failed] })
  expect(page.getByText(notificationPageText.allRead).elements()).toEqual([])
  await tryAgain({ text: [notificationPageText.empty] })
})

test.each(loads)(
  'what $at could not load is said there, and Try Again brings it',
  async ({ at, viewer = 'customer', answers, says, after }) => {
    isDown = true
    await openHere({ at, viewer, answers })
    await expectShown({ text: [says] })
    expect(page.getByText(says).elements()).toHaveLength(1)
    await tryAgain(after)
    await expect.poll(() => page.getByText(says).elements()).toEqual([])
  },
)

test('if neither the service nor the catalogue loads, one message says so, and one click reloads both', async () => {
  isDown = true
  const answers = [failing(listServiceIndex, index), failing(getService, followers), ...others]
  await openHere({ at: '/new-order?service=24', viewer: 'customer', answers })
  const said = page.getByText(/^Failed to load services\. Please try again later\./)
  const box = page.getByRole('combobox', { name: 'Service', exact: true })
  await box.click()
  await expect.poll(() => said.elements()).toHaveLength(1)
  await tryAgain({})
  await expect.element(box).toHaveValue('24 · Followers')
  await expect.poll(() => said.elements()).toEqual([])
})

test('an empty catalogue says whom to contact', async () => {
  const answers: Answer[] = [[listServiceIndex, { ...index, rows: [] }], ...others]
  await openHere({ at: '/new-order', viewer: 'customer', answers })
  await expectShown({ text: [newOrderText.noServices] })
  await expect
    .element(page.getByRole('link', { name: newOrderText.askSupport }))
    .toHaveAttribute('href', '/support?tab=new')
})

test('if no payment method is available, a message replaces the form', async () => {
  const methods = Object(ownConfig).payment_methods.slice(0, 1)
  const answers: Answer[] = [[getConfig, { ...ownConfig, payment_methods: methods }]]
  await openHere({ at: '/add-funds', viewer: 'customer', answers })
  await expectShown({ text: [paymentsText.noWayToPay, paymentsText.noDeposits] })
  expect(page.getByRole('textbox').elements()).toEqual([])
})

const customerPages = pagePaths(
  import.meta.env.ROUTES.filter(({ file }) => file === 'app/layouts/signed-in-layout.tsx'),
).map((path) => path.replaceAll(/:\w+/g, '1'))

test('if nothing loads, every page of a customer still has its one heading', async () => {
  expect(customerPages.length).toBeGreaterThan(15)
  const answers = endpoints.map(({ endpoint }): Answer => [endpoint, refuse(500)])
  for (const at of new Set(customerPages)) {
    await openHere({ at, viewer: 'customer', answers })
    // A failed page has no more headings than a loading one.
    const found = () => ({
      headings: document.querySelectorAll('h1').length,
      coming: document.querySelectorAll('[aria-busy=true]').length,
    })
    await expect.poll(found, { message: at }).toEqual({ headings: 1, coming: 0 })
  }
})
