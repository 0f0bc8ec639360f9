import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getStaffAction, listStaffActions } from '#contract/audit-log/audit-log.ts'
import { adminOrder, getAdminOrder } from '#contract/orders/admin-orders.ts'
import { adminRefundOrder } from '#contract/orders/order-actions.ts'
import {
  adminDeposit,
  creditDeposit,
  getAdminDeposit,
  listAdminDeposits,
} from '#contract/payments/admin-deposits.ts'
import { getTicket, listTickets, ticket, ticketThread } from '#contract/support/tickets.ts'
import { type Answer, like, refuse } from '#web/testing/answer-calls.ts'
import { fill, openHere } from '#web/testing/expect-screens.ts'
import type { Viewer } from '#web/testing/open-page.tsx'

const deposits = [71, 72, 73].map((id) => like(adminDeposit, { id, amount: 10, status: 'review' }))
const actions = [81, 82, 83].map((number) => ({
  number,
  actor: { id: 1, name: 'Anna' },
  api_key: null,
  action: 'order.refund',
  subject: 'order',
  subject_id: 31,
  subject_name: null,
  changes: [],
  changes_count: 0,
  reason: 'Late',
  address: '203.0.113.9',
  created_at: '2026-11-22T10:00:00.000Z',
  hash: 'ab',
}))
const tickets = [61, 62, 63].map((id) => like(ticket, { id, subject: `Question ${id}`, status: 'open' }))

const orderInReview = like(adminOrder, {
  id: 31,
  price: 1.25,
  status: 'PENDING',
  dispatch: { state: 'review', attempts: [] },
})

type Details = {
  what: string
  at: string
  viewer: Viewer
  opener: ['link' | 'button', RegExp]
  answers: readonly Answer[]
}

const details: readonly Details[] = [
  {
    what: 'a deposit',
    at: '/admin/deposits?show=all',
    viewer: 'staff',
    opener: ['link', /72/],
    answers: [
      [listAdminDeposits, { deposits }],
      [getAdminDeposit, { deposit: deposits[1] }],
    ],
  },
  {
    what: 'an action of the audit log',
    at: '/admin/audit',
    viewer: 'staff',
    opener: ['link', /#82/],
    answers: [
      [listStaffActions, { actions }],
      [getStaffAction, { action: actions[1] }],
    ],
  },
  {
    what: 'what is to be done to an order',
    at: '/admin/orders/31',
    viewer: 'staff',
    opener: ['button', /^Refund/],
    answers: [[getAdminOrder, { order: orderInReview }]],
  },
  {
    what: 'a ticket',
    at: '/support',
    viewer: 'customer',
    opener: ['link', /Question 62/],
    answers: [
      [listTickets, { tickets }],
      [getTicket, { ticket: like(ticketThread, { ...tickets[1], messages: [] }) }],
    ],
  },
]

test.each(details)(
  'the focus goes into the dialog of $what that Enter opens, and back to what opened it with Escape',
  async ({ at, viewer, opener, answers }) => {
    await openHere({ at, viewer, answers })
    const [role, name] = opener
    const pressed = page.getByRole('main').getByRole(role, { name }).first()
    await expect.element(pressed).toBeVisible()
    // Immediately, and again after its contents were focused in turn.
    for (const isRead of [false, true]) {
      const element = pressed.element() as HTMLElement // of its role
      element.focus()
      await userEvent.keyboard('{Enter}')
      const dialog = page.getByRole('dialog')
      await expect.element(dialog).toBeVisible()
      await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
      if (isRead) await userEvent.keyboard('{Tab}{Tab}')
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(pressed).toHaveFocus()
    }
  },
)

test('when a decision removes the row of a deposit, the focus goes to the heading of the list', async () => {
  let isDone = false
  const one = () => ({ ...deposits[1], status: isDone ? 'completed' : 'review' })
  const answers: Answer[] = [
    [
      listAdminDeposits,
      () =>
        Response.json(
          like(listAdminDeposits.answer.schema, { deposits: isDone ? deposits.slice(0, 1) : deposits }),
        ),
    ],
    [getAdminDeposit, () => Response.json(like(getAdminDeposit.answer.schema, { deposit: one() }))],
    [
      creditDeposit,
      () => {
        isDone = true
        return Response.json(like(creditDeposit.answer.schema, { deposit: one() }))
      },
    ],
  ]
  await openHere({ at: '/admin/deposits', viewer: 'staff', answers })
  const row = page.getByRole('main').getByRole('link', { name: /72/ })
  await expect.element(row).toBeVisible()
  const link = row.element() as HTMLElement // a link
  link.focus()
  await userEvent.keyboard('{Enter}')
  await fill('Reason', 'It arrived')
  await page.getByRole('button', { name: 'Credit Deposit' }).click()
  await expect.poll(() => link.isConnected).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

/** Opens the order, clicks Refund, and responds with `refunded`: from then on the order is refunded, and the button is gone. */
async function pressRefund(refunded: () => Response) {
  let isDone = false
  const now = () => ({ ...orderInReview, ...(isDone && { status: 'REFUNDED', refunded: 1.25 }) })
  const answers: Answer[] = [
    [getAdminOrder, () => Response.json(like(getAdminOrder.answer.schema, { order: now() }))],
    [
      adminRefundOrder,
      () => {
        isDone = true
        return refunded()
      },
    ],
  ]
  await openHere({ at: '/admin/orders/31', viewer: 'staff', answers })
  const refund = page.getByRole('main').getByRole('button', { name: 'Refund', exact: true })
  await expect.element(refund).toBeVisible()
  const pressed = refund.element() as HTMLElement // a button
  pressed.focus()
  await userEvent.keyboard('{Enter}')
  await fill('Reason', 'Never began')
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.poll(() => pressed.isConnected).toBe(false)
}

test('when an action removes its button, the focus goes to the heading of the order', async () => {
  await pressRefund(() =>
    Response.json(like(adminRefundOrder.answer.schema, { order: { ...orderInReview, status: 'REFUNDED' } })),
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test("when a colleague's change removes the button of an open dialog, closing it moves the focus to the heading", async () => {
  await pressRefund(
    refuse(409, {
      code: 'state_conflict',
      message: 'x',
      details: { reason: 'order_moved', status: 'COMPLETED', dispatch: 'rejected' },
    }),
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})
