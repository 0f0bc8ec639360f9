import { type Finding, finding } from '#torture/checker/finding.ts'
import type { Prepared } from '#torture/run/prepare-run.ts'

import { runCommand } from './run-command.ts'

/** A requested order, with its answer if there was one. */
export type PlacedAround = {
  link: string
  /** `at`: when the answer arrived, in wall time. */
  acknowledged?: { id: number; at: number }
  /** Set by the check: acknowledged after a backup and lost with it. */
  isLost?: boolean
}

/** From the restored backup to the end of the product that wrote it. */
export type Restore = { takenAt: number; killedAt: number; resumes: number; decided: number }

type Row = { id: string; link: string; status: string; dispatch: string }

/** Nothing was accepted twice, and only what was acknowledged after a backup is gone. */
export async function checkRestored(
  { database, sandboxes, product }: Prepared,
  { placed, restores }: { placed: readonly PlacedAround[]; restores: readonly Restore[] },
): Promise<Finding[]> {
  const rows = await database.query<Row>('select id, link, status, dispatch from orders')
  const findings = [
    ...checkTaken(rows, sandboxes.accepts()),
    ...checkAcknowledged(rows, placed, restores),
    ...checkIds(placed),
  ]
  const { code, said } = await runCommand(product.env, 'audit')
  if (code !== 0) findings.push(finding('other', `npm run audit ended with ${code}: ${said}`))
  for (const { part, code: end, signal, wasAsked } of product.endings())
    if (!wasAsked) findings.push(finding('other', `${part} ended unexpectedly with ${signal ?? end}`))
  return findings
}

export function checkTaken(
  rows: readonly Row[],
  accepts: readonly { link: string; order: number }[],
): Finding[] {
  const byLink = new Map(rows.map((row) => [row.link, row]))
  return [...Map.groupBy(accepts, ({ link }) => link)].flatMap(([link, group]) => {
    const orders = group.map(({ order }) => order).join(', ')
    if (group.length > 1) return [finding('duplicated', `${link} was taken as ${orders}`)]
    const row = byLink.get(link)
    return row?.status === 'PENDING' && row.dispatch === 'queued'
      ? [finding('duplicated', `order ${row.id} was taken as ${orders} and waits to be sent again`)]
      : []
  })
}

export function checkAcknowledged(
  rows: readonly Row[],
  placed: readonly PlacedAround[],
  restores: readonly Restore[],
): Finding[] {
  const links = new Set(rows.map(({ link }) => link))
  return placed.flatMap((order) => {
    const { link, acknowledged } = order
    if (acknowledged === undefined || links.has(link)) return []
    order.isLost = restores.some(
      ({ takenAt, killedAt }) => acknowledged.at >= takenAt && acknowledged.at <= killedAt,
    )
    return order.isLost ? [] : [finding('lost', `${link} was acknowledged as order ${acknowledged.id}`)]
  })
}

/** An id assigned since a backup is never assigned again. */
export function checkIds(placed: readonly PlacedAround[]): Finding[] {
  const known = placed.flatMap(({ link, acknowledged }) =>
    acknowledged === undefined ? [] : [{ link, id: acknowledged.id }],
  )
  return [...Map.groupBy(known, ({ id }) => id)].flatMap(([id, group]) =>
    group.length > 1
      ? [finding('duplicated', `id ${id} was given to ${group.map(({ link }) => link).join(', ')}`)]
      : [],
  )
}
