import { site as en } from './en/site.ts'
import type { Text } from './text.ts'

export const siteText = { en } satisfies Text<typeof en>
