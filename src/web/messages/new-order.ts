import { newOrder as en } from './en/new-order.ts'
import type { Text } from './text.ts'

export const newOrderText = { en } satisfies Text<typeof en>
