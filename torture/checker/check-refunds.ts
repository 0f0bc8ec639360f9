import type { Book } from '#torture/people/book.ts'
import { isRefusedBy } from '#torture/world/catalogue.ts'
import type { Accept } from '#torture/world/start-world.ts'

import { type Finding, finding } from './finding.ts'
import type { OrderRow } from './read-rows.ts'

/** How a provider's order stands at its end, asked of the provider itself. */
export type LastWord = { status: string; remains: number }

/** Money goes back only by the provider's last word, by its certain refusal, or by a person. */
export async function checkRefunds(options: {
  orders: readonly OrderRow[]
  accepts: readonly Accept[]
  book: Pick<Book, 'cancels' | 'decisions' | 'released' | 'closures'>
  ask: (accept: Accept) => Promise<LastWord>
}): Promise<Finding[]> {
  const { orders, book, ask } = options
  const byLink = new Map(options.accepts.map((accept) => [accept.link, accept]))
  const byNumber = new Map(options.accepts.map((accept) => [`${accept.provider} ${accept.order}`, accept]))
  const findings: Finding[] = []
  for (const row of orders) {
    if (row.refunded === 0n) continue
    // A provider may have answered with another order's number: then that one's last word is the one that was asked
    // for, until staff took the number away and gave the right one.
    const named = [byNumber.get(`${row.provider} ${row.providerOrder}`), book.released.get(row.id)]
    const accepts = named.some((one) => one) ? named : [byLink.get(row.link)]
    const whys = await Promise.all(
      accepts.flatMap((one) => (one ? [ask(one).then((last) => faultOfTaken(row, book, last))] : [])),
    )
    const [why] = whys.length === 0 ? [faultOfUntaken(row, book)] : whys
    if (why !== undefined && !whys.includes(undefined))
      findings.push(finding('other', `order ${row.id} got ${row.refunded} back, and ${why}`))
  }
  return findings
}

function faultOfTaken(
  row: OrderRow,
  { decisions }: Pick<Book, 'decisions'>,
  last: LastWord,
): string | undefined {
  if (decisions.get(row.id)?.has('refund')) return undefined
  if (/^cancell?ed$/i.test(last.status)) return undefined
  if (!/^partial$/i.test(last.status)) return `its provider says ${last.status}`
  const due = (row.price * BigInt(Math.min(last.remains, row.quantity))) / BigInt(row.quantity)
  return row.refunded === due ? undefined : `${due} was due for ${last.remains} of ${row.quantity}`
}

/**
 * The customer canceled it before it was sent, or staff gave it back, or every provider refuses so many of it: a provider
 * that is off sale is asked for none.
 */
function faultOfUntaken(
  row: OrderRow,
  { cancels, decisions, closures }: Pick<Book, 'cancels' | 'decisions' | 'closures'>,
): string | undefined {
  if (row.refunded !== row.price) return 'nobody took it, so all of it was due'
  if (cancels.has(row.id) || decisions.get(row.id)?.has('refund')) return undefined
  const isWithout = (name: 'one' | 'two') =>
    isRefusedBy(name, row.quantity) || closures.some(({ provider }) => provider === name)
  return isRefusedBy('one', row.quantity) && isWithout('two')
    ? undefined
    : 'nobody took it, refused it or decided so'
}
