import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { NextTicket } from './next-ticket.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

const ticketOf = (id: number, isWaiting: boolean) => ({
  id,
  subject: `Subject ${id}`,
  category: 'Other' as const,
  status: 'open' as const,
  orderId: null,
  date: new Date('2026-11-01T00:00:00Z'),
  lastUpdate: new Date('2026-11-01T00:00:00Z'),
  is_unread: false,
  user_id: 7,
  user_email: 'ann@example.com',
  is_waiting: isWaiting,
  assignee: null,
})

test('an answered ticket leads to another unanswered one, an unanswered ticket to none', async () => {
  const sent = vi.fn<(path: string) => Promise<Response>>(async () =>
    Response.json({ success: true, tickets: [ticketOf(5, true), ticketOf(4, true)], next_cursor: null }),
  )
  vi.stubGlobal('fetch', sent)
  takeAway = await showPart(<NextTicket ticket={ticketOf(3, true)} />)
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  expect(sent).not.toHaveBeenCalled()

  takeAway()
  takeAway = await showPart(<NextTicket ticket={ticketOf(5, false)} />)
  await expect
    .element(page.getByRole('link', { name: 'Next Unanswered Ticket' }))
    .toHaveAttribute('href', '/admin/tickets/4')
  await expect.element(page.getByText('Subject 4')).toBeVisible()
})
