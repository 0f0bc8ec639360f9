import type { TicketCategory } from '#contract/support/tickets.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { Context } from '#server/context.ts'
import { assignTicket } from '#server/modules/support/inbox/assign-ticket.ts'
import { noteTicket } from '#server/modules/support/inbox/note-ticket.ts'
import { openTicket } from '#server/modules/support/tickets/open-ticket.ts'
import { markSeen } from '#server/modules/support/tickets/read-tickets.ts'
import { answerTicket, replyToTicket } from '#server/modules/support/tickets/reply-to-ticket.ts'
import { resolveTicket } from '#server/modules/support/tickets/resolve-ticket.ts'

import type { DemoCast, DemoStep } from './demo-cast.ts'
import { demoTickets, type TicketLine } from './demo-ticket-texts.ts'

/** The shop's conversations: open, answered, waiting and closed, with internal notes. */
export function ticketSteps(cast: DemoCast): DemoStep[] {
  return demoTickets.flatMap((ticket, place) => {
    const userId = cast.customer(ticket.customer)
    const key = `demo ticket ${place}`
    let id: bigint | undefined
    const opening: DemoStep = {
      hoursAgo: ticket.hoursAgo,
      run: async (past) => {
        const { subject, category, message, about } = ticket
        const order = about === undefined ? undefined : await cast.findOrder(ticket.customer, about)
        const body = { subject, category, message, ...(order && { orderId: Number(order.id) }) }
        const opened = await openTicket(past, { userId, body, uploads: [], idempotencyKey: key })
        id = BigInt(opened.ticket.id)
      },
    }
    const lines = ticket.lines.map((line, nth): DemoStep => ({
      hoursAgo: line.hoursAgo,
      run: async (past) => {
        if (id === undefined) throw new Error('a ticket is opened before it is answered')
        await playLine(past, { cast, userId, id, line, key: `${key}.${nth}` })
      },
    }))
    return [opening, ...lines]
  })
}

export type DemoTicket = {
  customer: string
  hoursAgo: number
  subject: string
  category: TicketCategory
  /** Refers to the customer's newest order in this state, if there is one. */
  about?: OrderStatus
  message: string
  lines: readonly TicketLine[]
}

type Line = { cast: DemoCast; userId: number; id: bigint; line: TicketLine; key: string }

async function playLine(past: Context, { cast, userId, id, line, key }: Line): Promise<void> {
  const support = cast.staff.support
  const by = line.who === 'orders' ? cast.staff.orders : support
  const text = { content: line.text ?? '', uploads: [], idempotencyKey: key }
  switch (line.does) {
    case 'reads':
      return markSeen(past, { userId, id })
    case 'asks':
      await markSeen(past, { userId, id })
      await replyToTicket(past, { userId, id, ...text })
      return
    case 'answers':
      await answerTicket(past, { id, by, ...text })
      return
    case 'notes':
      await noteTicket(past, { id, by, content: text.content, idempotencyKey: key })
      return
    case 'takes':
      await assignTicket(past, { id, assigneeId: by.actorId, from: null, by })
      return
    case 'closes':
      await markSeen(past, { userId, id })
      await resolveTicket(past, { userId, id, by })
  }
}
