import { invitation as en } from './en/invitation.ts'
import { invitation as ru } from './ru/invitation.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { invitation as vi } from './vi/invitation.ts'

export const invitationText = { en, vi, ru } satisfies Text<typeof en>
