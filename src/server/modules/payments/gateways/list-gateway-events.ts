import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type { gatewayEventVerdicts, listGatewayEvents as endpoint } from '#contract/payments/gateways.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'

/** Stored webhooks, newest first, each with what came of it. */
export async function listGatewayEvents(
  { db }: Context,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const before = fromCursor(cursor)
  let query = db
    .selectFrom('gateway_events')
    .select(['id', 'gateway', 'reference', 'error', 'attempts', 'received_at', 'processed_at'])
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (before !== undefined) query = query.where('id', '<', before)
  const { rows, nextCursor } = toPage(await query.execute(), limit)
  const events = rows.map((row) => ({ ...row, id: Number(row.id), verdict: verdictOf(row) }))
  return { events, next_cursor: nextCursor }
}

function verdictOf({
  processed_at: at,
  error,
}: {
  processed_at: Date | null
  error: string | null
}): (typeof gatewayEventVerdicts)[number] {
  if (at === null) return 'waiting'
  return error === null ? 'done' : 'nothing'
}
