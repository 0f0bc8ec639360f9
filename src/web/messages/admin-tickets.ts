import { adminTickets as en } from './en/admin-tickets.ts'
import { adminTickets as ru } from './ru/admin-tickets.ts'
import type { Text } from './text.ts'
import { adminTickets as vi } from './vi/admin-tickets.ts'

export const adminTicketsText = { en, vi, ru } satisfies Text<typeof en>
