import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import {
  gatewayEventEffects,
  type GatewayEvent,
  type listGatewayEvents as endpoint,
} from '#contract/payments/gateways.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Stored webhooks, and list entries in their place, newest first, each with its result. */
export async function listGatewayEvents(
  { db }: Context,
  { cursor, limit, gateway }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const before = fromCursor(cursor)
  let query = selectEvents(db)
    .orderBy('gateway_events.id', 'desc')
    .limit(limit + 1)
  if (gateway !== undefined) query = query.where('gateway_events.gateway', '=', gateway)
  if (before !== undefined) query = query.where('gateway_events.id', '<', before)
  const { rows, nextCursor } = toPage(await query.execute(), limit)
  return { events: rows.map(toEvent), next_cursor: nextCursor }
}

/** Throws `not_found`. */
export async function getGatewayEvent(db: Kysely<DB>, id: bigint): Promise<GatewayEvent> {
  const row = await selectEvents(db).where('gateway_events.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return toEvent(row)
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>

function selectEvents(db: Kysely<DB>) {
  return db
    .selectFrom('gateway_events')
    .leftJoin('deposits', (join) =>
      join
        .onRef('deposits.reference', '=', 'gateway_events.reference')
        .onRef('deposits.gateway', '=', 'gateway_events.gateway'),
    )
    .select([
      'gateway_events.id',
      'gateway_events.gateway',
      'gateway_events.reference',
      'gateway_events.fault',
      'gateway_events.tries',
      'gateway_events.failed_at',
      'gateway_events.effect',
      'gateway_events.source',
    ])
    .select([
      'gateway_events.received_at',
      'gateway_events.processed_at',
      'deposits.id as deposit_id',
      'deposits.status as deposit_status',
    ])
}

function toEvent({ deposit_id: depositId, deposit_status: status, ...row }: EventRow): GatewayEvent {
  const { processed_at: processedAt, failed_at: failedAt } = row
  // A webhook that had its effect is checked again for a while.
  const isWaiting = processedAt === null && row.effect === null
  const verdict = isWaiting ? 'waiting' : failedAt === null ? 'done' : 'nothing'
  return {
    id: Number(row.id),
    gateway: row.gateway,
    reference: row.reference,
    source: row.source === 'list' ? 'list' : 'webhook',
    verdict,
    reason: readStoredFault(row.fault),
    // Effects of newer versions are unknown here.
    effect: gatewayEventEffects.find((effect) => effect === row.effect) ?? null,
    deposit: depositId === null || status === null ? null : { id: Number(depositId), status },
    attempts: row.tries,
    received_at: row.received_at,
    processed_at: processedAt,
  }
}
