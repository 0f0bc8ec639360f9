import type { PlacedOrder } from '#torture/clients/client-records.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import { type Finding, finding } from './finding.ts'
import type { OrderRow } from './read-rows.ts'

/** Every acknowledged order exists as acknowledged, and there is one per key and link. */
export function checkOrders(rows: readonly OrderRow[], placed: Iterable<PlacedOrder>): Finding[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const findings: Finding[] = []
  for (const { key, userId, link, quantity, mass, isByApi, acknowledged, refused } of placed) {
    // A line uses the key of its mass order, which is stored apart from the orders.
    const ownKey = mass !== undefined ? null : isByApi === true ? `v2 ${key}` : key
    const row = acknowledged && byId.get(acknowledged.id)
    if (acknowledged && !row)
      findings.push(finding('lost', `${key} was acknowledged as order ${acknowledged.id}`))
    if (
      row &&
      (row.key !== ownKey || row.userId !== userId || row.link !== link || row.quantity !== quantity)
    )
      findings.push(finding('lost', `order ${row.id} is not what ${key} was acknowledged for`))
    if (row && acknowledged?.price !== undefined && row.price !== acknowledged.price)
      findings.push(
        finding('other', `order ${row.id} costs ${row.price}, ${key} was told ${acknowledged.price}`),
      )
    if (refused && rows.some((one) => one.link === link && one.userId === userId))
      findings.push(finding('other', `${key} was refused (${refused.code}) and is there`))
  }
  for (const [what, of] of [
    ['link', ({ link }: OrderRow) => link],
    ['key', ({ userId, key }: OrderRow) => key && `${userId} ${key}`],
  ] as const)
    for (const [name, group] of Map.groupBy(rows, of))
      if (name !== null && group.length > 1)
        findings.push(finding('duplicated', `${group.length} orders have the ${what} ${name}`))
  return findings
}

/** A provider accepted each order at most once, over all journals, and an accepted order is not queued for sending. */
export function checkSendings(rows: readonly OrderRow[], accepts: readonly Accept[]): Finding[] {
  const byLink = new Map(rows.map((row) => [row.link, row]))
  return [...Map.groupBy(accepts, ({ link }) => link)].flatMap(([link, group]) => {
    const places = group.map(({ provider, order }) => `${order} of ${provider}`).join(', ')
    const row = byLink.get(link)
    if (!row) return [finding('lost', `${link} was taken as ${places} and is no order here`)]
    if (group.length > 1) return [finding('duplicated', `order ${row.id} was taken as ${places}`)]
    if (row.status === 'PENDING' && row.dispatch === 'queued')
      return [finding('duplicated', `order ${row.id} was taken as ${places} and waits to be sent again`)]
    return []
  })
}
