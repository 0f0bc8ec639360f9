import { copyContactMessage } from '#server/modules/support/contact/copy-past-messages.ts'
import { copyPastTicket } from '#server/modules/support/tickets/copy-past-tickets.ts'

import { LAST_STAFF_ID } from './known-accounts.ts'
import type { Past } from './past.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MESSAGES_MAX = 6
const KEYS_MS = 30 * DAY_MS

/** A customer asks, and staff answer within a day. Some of the last days' tickets are open, rarely an old one. */
export function openTicket(past: Past, userId: number, at: number): void {
  const { rows, shop, random } = past
  past.lastTicketId += 1n
  const times = [at]
  for (let nth = 1 + random.below(MESSAGES_MAX); nth > 0; nth -= 1)
    times.push((times.at(-1) ?? at) + HOUR_MS + random.below(DAY_MS))
  const staffId = 2 + random.below(LAST_STAFF_ID - 1)
  const assignedTo = random.isOnce(3) ? staffId : null
  copyPastTicket(rows, {
    userId,
    id: past.lastTicketId,
    subject: `Question ${past.lastTicketId}`,
    category: random.isOnce(2) ? 'Order Issue' : random.isOnce(2) ? 'Payment Issue' : 'Other',
    orderId: null,
    isOpen: random.isOnce(shop.now - at < 7 * DAY_MS ? 2 : 500),
    assignedTo,
    note: assignedTo !== null && random.isOnce(2) ? 'Asked the provider on their Telegram' : null,
    idempotency:
      shop.now - at < KEYS_MS ? { key: random.hex(4), hash: Buffer.from(random.hex(8), 'hex') } : null,
    createdAt: new Date(at),
    messages: times
      .filter((time) => time < shop.now || time === at)
      .map((time, nth) => ({
        actorId: nth % 2 === 1 ? staffId : null,
        content:
          nth % 2 === 1
            ? 'Thank you, we have asked the provider.'
            : `When will it be complete? ${random.hex(2)}`,
        at: new Date(time),
      })),
  })
}

/** A stranger asks. Staff answer all but some of the last days' messages. */
export function writeContact({ rows, shop, random }: Past, at: number): void {
  const isOpen = shop.now - at < 7 * DAY_MS && random.isOnce(2)
  copyContactMessage(rows, {
    name: 'Stranger',
    email: `stranger${random.below(100_000)}@example.com`,
    at: new Date(at),
    answeredBy: isOpen ? null : 2 + random.below(LAST_STAFF_ID - 1),
  })
}
