import { expect } from 'vitest'

import * as canned from '#contract/support/canned-replies.ts'
import * as adminTickets from '#contract/support/admin-tickets.ts'
import { createTicket } from '#contract/support/tickets.ts'

import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import type { RecordedChange } from './staff-changes-of-users.ts'

type Bench = { readonly app: TestApp; readonly user: TestUser }

/** Changes of tickets by staff, each once, with its action in the audit log. */
export function changesOfTickets(bench: Bench, getAdmin: () => TestUser): Record<string, RecordedChange> {
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const call: TestApp['call'] = (endpoint, args) => bench.app.call(endpoint, args)
  const as = (id: number, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })
  const sent = (body: unknown) => ({ token: getAdmin().token, body })
  const cannedReply = { language: 'en', title: 'T', content: 'C' }

  async function openTicket(): Promise<number> {
    const body = { subject: 'Where is it?', category: 'Order Issue', message: 'Hello' }
    return (await call(createTicket, { token: bench.user.token, body })).body.ticket.id
  }

  return {
    adminReplyToTicket: [
      'ticket.reply',
      async () => {
        const body = { message: 'So it is' }
        ok(await call(adminTickets.adminReplyToTicket, as(await openTicket(), body)))
      },
    ],
    adminResolveTicket: [
      'ticket.resolve',
      async () => ok(await call(adminTickets.adminResolveTicket, as(await openTicket()))),
    ],
    assignTicket: [
      'ticket.assign',
      async () => {
        const body = { assignee_id: getAdmin().id, from: null }
        ok(await call(adminTickets.assignTicket, as(await openTicket(), body)))
      },
    ],
    noteTicket: [
      'ticket.note',
      async () => ok(await call(adminTickets.noteTicket, as(await openTicket(), { note: 'Odd' }))),
    ],
    createCannedReply: [
      'canned_reply.create',
      async () => ok(await call(canned.createCannedReply, sent(cannedReply))),
    ],
    updateCannedReply: [
      'canned_reply.update',
      async () => ok(await call(canned.updateCannedReply, as(1, { ...cannedReply, title: 'U' }))),
    ],
    deleteCannedReply: ['canned_reply.delete', async () => ok(await call(canned.deleteCannedReply, as(1)))],
  }
}
