import type { Language } from '#contract/base/languages.ts'
import type { ListedOrder } from '#contract/orders/order-incidents.ts'
import { readWhole } from '#contract/base/read-number.ts'

/**
 * A provider's own list of orders as pasted by staff: one per line, with its order, service, link and quantity in that
 * order, separated by tabs, semicolons, bars or blanks; a time with its zone may be anywhere. Lines without all four,
 * such as a table's heading, are counted as unread.
 */
export function readListedOrders(language: Language, text: string): { rows: ListedOrder[]; unread: number } {
  const rows: ListedOrder[] = []
  let unread = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const row = readLine(language, line)
    if (row === undefined) unread += 1
    else rows.push(row)
  }
  return { rows, unread }
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function readLine(language: Language, line: string): ListedOrder | undefined {
  const parts = line
    .split(/[\t;|\s]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const time = parts.find((part) => timePattern.test(part))
  const [order, service, link, amount] = parts.filter((part) => part !== time)
  const quantity = readWhole(amount ?? '', language)
  if (order === undefined || service === undefined || link === undefined) return undefined
  if (!/\d/.test(order) || quantity === undefined || quantity === 0) return undefined
  const at = time === undefined ? undefined : new Date(time)
  const known = at !== undefined && !Number.isNaN(at.getTime()) ? { at } : {}
  return { order: order.replace(/^#/, ''), service: service.replace(/^#/, ''), link, quantity, ...known }
}
