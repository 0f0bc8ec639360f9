import { adminTickets as en } from './en/admin-tickets.ts'
import { adminTickets as ru } from './ru/admin-tickets.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminTickets as vi } from './vi/admin-tickets.ts'

export const adminTicketsText = { en, vi, ru } satisfies Text<typeof en>
