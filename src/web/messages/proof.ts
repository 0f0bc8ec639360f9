import { proof as en } from './en/proof.ts'
import { proof as ru } from './ru/proof.ts'
import type { Text } from '#web/platform/i18n/text.ts'
import { proof as vi } from './vi/proof.ts'

export const proofText = { en, vi, ru } satisfies Text<typeof en>
