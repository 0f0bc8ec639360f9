import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getAttention } from '#contract/operations/attention.ts'
import { getRestoration, resumeRestored } from '#contract/operations/restoration.ts'
import { expectScreens, expectShown, openHere } from '#web/testing/expect-screens.ts'

const id = '6f2d7f0c-6a0b-4b7e-9c1d-2f1f6c1c7a11'
const taken_at = '2026-11-27T02:00:00.000Z'
const fenced = { taken_at, restored_at: '2026-11-28T09:00:00.000Z' }
const nothing = { cancels: 0, refills: 0, announcements: 0, links: 0, sessions: 3, emails: 2, users: 0 }
const restoration = {
  id,
  archive_id: 'a',
  ...fenced,
  plan: { ...nothing, orders: 17, deposits: 0 },
  has_deleted_users: false,
  gateways: [
    { gateway: 'cryptomus', is_listed: true },
    { gateway: 'btcpay', is_listed: false },
  ],
  providers: [
    {
      id: 1,
      name: 'Acme',
      currency: 'USD',
      before: '120.50000000',
      now: '97.25000000',
      difference: '-23.25000000',
    },
    { id: 2, name: 'Silent', currency: 'EUR', before: '5.00000000', now: null, difference: null },
  ],
}

expectScreens([
  {
    name: 'A restored database: owners see what resuming does, on the dashboard and on the way there',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getAttention, { fenced }],
      [getRestoration, { restoration }],
    ],
    shows: {
      complementary: ['Restored database'],
      link: ['Review and Resume'],
      heading: ['Restored Database', 'What resuming does'],
      button: ['Resume Database'],
      text: [
        '17',
        /^BTCPay Server: this gateway has no list of payments/,
        /^The list of deletions is missing/,
        '120.50 → 97.25 USD',
        'Difference: -23.25 USD',
        '5.00 → unknown EUR',
      ],
    },
  },
  {
    name: 'A restored database: every page of staff says so',
    at: '/admin/orders',
    viewer: 'staff',
    answers: [[getAttention, { fenced }]],
    shows: { complementary: ['Restored database'] },
  },
])

test('resuming asks once, names the shown restore, and removes the card', async () => {
  let resumed: unknown
  const resume = async (request: Request) => {
    resumed = await request.json()
    return Response.json({ success: true, done: restoration.plan })
  }
  const known = () =>
    Response.json({ success: true, restoration: resumed === undefined ? restoration : null })
  const waiting = () =>
    Response.json({
      success: true,
      checked_at: taken_at,
      attention: [],
      fenced: resumed === undefined ? fenced : null,
    })
  await openHere({
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getAttention, waiting],
      [getRestoration, known],
      [resumeRestored, resume],
    ],
  })
  await page.getByRole('button', { name: 'Resume Database' }).click()
  await expectShown({ alertdialog: ['Resume this database?'] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume Database' }).click()
  await expect.poll(() => resumed).toEqual({ id })
  await expect.element(page.getByRole('heading', { name: 'Restored Database' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('complementary', { name: 'Restored database' })).not.toBeInTheDocument()
})
