import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type { gatewayEventVerdicts, listGatewayEvents as endpoint } from '#contract/payments/gateways.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'

/** Stored webhooks, newest first, each with what came of it. */
export async function listGatewayEvents(
  { db }: Context,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const before = fromCursor(cursor)
  let query = db
    .selectFrom('gateway_events')
    .select(['id', 'gateway', 'reference', 'fault', 'tries', 'failed_at', 'received_at', 'processed_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (before !== undefined) query = query.where('id', '<', before)
  const { rows, nextCursor } = toPage(await query.execute(), limit)
  const events = rows.map(({ fault, failed_at: failedAt, tries, id, ...row }) => ({
    ...row,
    id: Number(id),
    attempts: tries,
    error: sayFault(fault),
    verdict: verdictOf(row.processed_at, failedAt),
  }))
  return { events, next_cursor: nextCursor }
}

function verdictOf(processedAt: Date | null, failedAt: Date | null): (typeof gatewayEventVerdicts)[number] {
  if (processedAt === null) return 'waiting'
  return failedAt === null ? 'done' : 'nothing'
}

/** What the gateway said, else the code. */
function sayFault(stored: unknown): string | null {
  const fault = readStoredFault(stored)
  const said = fault?.details['error']
  return fault === null ? null : typeof said === 'string' ? said : fault.code
}
