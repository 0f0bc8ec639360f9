import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getNotificationPreferences, setNotificationPreferences } from '#contract/messaging/notifications.ts'
import {
  getTicket,
  listTickets,
  resolveTicket,
  ticket,
  ticketMessage,
  ticketThread,
} from '#contract/support/tickets.ts'
import { type Answer, like, refuse } from '#web/testing/answer-calls.ts'
import { settingsText } from '#web/shop/settings/texts.en.ts'
import { attach, expectScreens, expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'

const question = like(ticket, { id: 61, subject: 'Where is it?', category: 'Order Issue', status: 'open' })
const messages = [
  like(ticketMessage, { id: 1, sender: 'Linh', sender_type: 'user', content: 'It has not come' }),
]
const thread = (status: string): readonly Answer[] => [
  [listTickets, { tickets: [{ ...question, status }] }],
  [getTicket, { ticket: like(ticketThread, { ...question, status, messages }) }],
]
const small = new File(['x'], 'a.pdf', { type: 'application/pdf' })
const large = new File([new Uint8Array(2_097_153)], 'b.pdf', { type: 'application/pdf' })

expectScreens([
  {
    name: 'Account Settings',
    at: '/settings',
    viewer: 'customer',
    shows: {
      heading: ['Account Settings'],
      tab: ['Profile', 'Security', 'Notifications', 'API'],
      textbox: ['Name', 'Email', 'Phone'],
      text: ['Username'],
      button: ['Copy Username'],
      combobox: ['Country'],
      option: ['United States', 'Canada', 'United Kingdom', 'Australia', 'India', 'Other'],
    },
  },
  {
    name: 'Account Settings, Security',
    at: '/settings/security',
    viewer: 'customer',
    first: () => fill('New password', 'x'),
    shows: {
      textbox: ['Current password', 'New password', 'Confirm new password'],
      text: [/At least 8 characters/, /An uppercase letter/, /A digit/, /A special character/],
    },
  },
  {
    name: 'Account Settings, two new passwords',
    at: '/settings/security',
    viewer: 'customer',
    first: async () => {
      await fill('Current password', 'a long password')
      await fill('New password', 'a longer password')
      await fill('Confirm new password', 'another password')
      await press('button', 'Change Password')
    },
    shows: { text: ["New passwords don't match!"] },
  },
  {
    name: 'Account Settings, Notifications',
    at: '/settings/notifications',
    viewer: 'customer',
    shows: { switch: ['Orders and payments', 'Promotions', 'Newsletter', 'Service changes'] },
  },
  {
    name: 'Profile',
    at: '/profile',
    viewer: 'customer',
    shows: { heading: ['My Profile'], text: ['Name', 'Email', 'Username'], button: ['Copy Username'] },
  },
  {
    name: 'Support Center',
    at: '/support',
    viewer: 'customer',
    answers: thread('open'),
    shows: { heading: ['Support Center'], tab: ['My Tickets', 'New Ticket', 'FAQs'], text: ['Where is it?'] },
  },
  {
    name: 'New Ticket',
    at: '/support?tab=new',
    viewer: 'customer',
    shows: {
      textbox: ['Subject', 'Message', 'Order ID (optional)'],
      combobox: ['Category'],
      option: ['Order Issue', 'Payment Issue', 'Account Issue', 'Technical Issue', 'Other'],
    },
  },
  {
    name: 'New Ticket, four files',
    at: '/support?tab=new',
    viewer: 'customer',
    first: () => attach(/^Attachments/, [small, small, small, small]),
    shows: { text: ['You can upload a maximum of 3 files'] },
  },
  {
    name: 'New Ticket, a large file',
    at: '/support?tab=new',
    viewer: 'customer',
    first: () => attach(/^Attachments/, [large]),
    shows: { text: ['Some files exceed the 2MB size limit'] },
  },
  {
    name: 'A ticket',
    at: '/support/tickets/61',
    viewer: 'customer',
    answers: thread('open'),
    shows: { textbox: ['Your reply'], button: ['Send Reply', 'Mark Resolved'], text: ['It has not come'] },
  },
  {
    name: 'A closed ticket',
    at: '/support/tickets/61',
    viewer: 'customer',
    answers: thread('closed'),
    shows: { text: ['This ticket is closed. If you need more help, please create a new ticket.'] },
  },
  {
    name: 'A ticket, resolved',
    at: '/support/tickets/61',
    viewer: 'customer',
    answers: [...thread('open'), [resolveTicket, { ticket: { ...question, status: 'closed' } }]],
    first: () => press('button', 'Mark Resolved'),
    shows: { text: ['Ticket marked as resolved'] },
  },
  {
    name: 'A ticket, not resolved',
    at: '/support/tickets/61',
    viewer: 'customer',
    answers: [...thread('open'), [resolveTicket, refuse(500)]],
    first: () => press('button', 'Mark Resolved'),
    shows: { text: ['Failed to resolve ticket. Please try again.'] },
  },
])

test('a preference is sent on click, and reverts if that fails', async () => {
  const before = { orderUpdates: true, promotions: false, newsletter: false, serviceChanges: false }
  const sent: unknown[] = []
  const take = async (request: Request) => {
    sent.push(await request.json())
    return sent.length === 1 ? Response.json({ ...before, promotions: true }) : refuse(500)()
  }
  const answers: Answer[] = [
    [getNotificationPreferences, before],
    [setNotificationPreferences, take],
  ]
  await openHere({ at: '/settings/notifications', viewer: 'customer', answers })
  const promotions = page.getByRole('switch', { name: 'Promotions' })
  await press('switch', 'Promotions')
  await expect.poll(() => sent).toMatchObject([{ promotions: true }])
  await expect.element(promotions).toBeChecked()
  await press('switch', 'Orders and payments')
  await expectShown({ text: [settingsText.preferenceFailed] })
  await expect.element(page.getByRole('switch', { name: 'Orders and payments' })).toBeChecked()
})
