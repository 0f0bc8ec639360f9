import { orders as en } from './en/orders.ts'
import type { Text } from './text.ts'

export const ordersText = { en } satisfies Text<typeof en>
