import { adminTransfers as en } from './en/admin-transfers.ts'
import { adminTransfers as ru } from './ru/admin-transfers.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { adminTransfers as vi } from './vi/admin-transfers.ts'

export const adminTransfersText = { en, vi, ru } satisfies Text<typeof en>
