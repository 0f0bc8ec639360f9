import type { ClientRecords } from '#torture/clients/client-records.ts'
import { isRefusedBy } from '#torture/sandboxes/catalogue.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import { type Finding, finding } from './finding.ts'
import type { OrderRow } from './read-rows.ts'

/** The final status of a provider's order, read from the provider itself. */
export type LastWord = { status: string; remains: number }

/** Money is refunded only after the provider's final status, its certain refusal, or a staff decision. */
export async function checkRefunds(options: {
  orders: readonly OrderRow[]
  accepts: readonly Accept[]
  records: Pick<ClientRecords, 'cancels' | 'decisions' | 'released' | 'closures'>
  ask: (accept: Accept) => Promise<LastWord>
}): Promise<Finding[]> {
  const { orders, records, ask } = options
  const byLink = new Map(options.accepts.map((accept) => [accept.link, accept]))
  const byNumber = new Map(options.accepts.map((accept) => [`${accept.provider} ${accept.order}`, accept]))
  const findings: Finding[] = []
  for (const row of orders) {
    if (row.refunded === 0n) continue
    // A provider may have answered with another order's id: then the final status of that order applies, until
    // staff release the id and enter the right one.
    const named = [byNumber.get(`${row.provider} ${row.providerOrder}`), records.released.get(row.id)]
    const accepts = named.some((one) => one) ? named : [byLink.get(row.link)]
    const whys = await Promise.all(
      accepts.flatMap((one) => (one ? [ask(one).then((last) => faultOfTaken(row, records, last))] : [])),
    )
    const [why] = whys.length === 0 ? [faultOfUntaken(row, records)] : whys
    if (why !== undefined && !whys.includes(undefined))
      findings.push(finding('other', `order ${row.id} got ${row.refunded} back, and ${why}`))
  }
  return findings
}

function faultOfTaken(
  row: OrderRow,
  { decisions }: Pick<ClientRecords, 'decisions'>,
  last: LastWord,
): string | undefined {
  if (decisions.get(row.id)?.has('refund')) return undefined
  if (/^cancell?ed$/i.test(last.status)) return undefined
  if (!/^partial$/i.test(last.status)) return `its provider says ${last.status}`
  const due = (row.price * BigInt(Math.min(last.remains, row.quantity))) / BigInt(row.quantity)
  return row.refunded === due ? undefined : `${due} was due for ${last.remains} of ${row.quantity}`
}

/**
 * The customer canceled before it was sent, staff refunded it, or every provider refuses this quantity; a provider
 * whose services are off sale gets no order.
 */
function faultOfUntaken(
  row: OrderRow,
  { cancels, decisions, closures }: Pick<ClientRecords, 'cancels' | 'decisions' | 'closures'>,
): string | undefined {
  if (row.refunded !== row.price) return 'nobody took it, so all of it was due'
  if (cancels.has(row.id) || decisions.get(row.id)?.has('refund')) return undefined
  const isWithout = (name: 'one' | 'two') =>
    isRefusedBy(name, row.quantity) || closures.some(({ provider }) => provider === name)
  return isRefusedBy('one', row.quantity) && isWithout('two')
    ? undefined
    : 'nobody took it, refused it or decided so'
}
