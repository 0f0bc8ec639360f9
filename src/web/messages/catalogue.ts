import { catalogue as en } from './en/catalogue.ts'
import type { Text } from './text.ts'

export const catalogueText = { en } satisfies Text<typeof en>
