/** What an order was about. A package has no quantity. */
export type Sold = { service: string; quantity: number | undefined }

/** Providers' service names can be paragraphs. */
const NAME_MAX = 80

/** A service's name within a sentence: on one line, truncated between words. */
export function shownName(name: string): string {
  const line = name.replace(/\s+/gu, ' ').trim()
  const letters = Array.from(line)
  if (letters.length <= NAME_MAX) return line
  const head = letters.slice(0, NAME_MAX).join('')
  const gap = head.lastIndexOf(' ')
  return `${gap < NAME_MAX / 2 ? head : head.slice(0, gap)} …`
}

type OrderDetails = { order_id: number; service?: string | undefined; quantity?: number | undefined }

/** The sentence about an order: with what was sold, or without it for notifications older than that data. */
export function makeSayOrder(saySold: (sold: Sold) => string) {
  return (
    { order_id: id, service, quantity }: OrderDetails,
    { before, say }: { before: string; say: (sold: string) => string },
  ): string => (service === undefined ? before : `${say(saySold({ service, quantity }))} · #${id}`)
}
