import type { FastifyInstance } from 'fastify'

import { money } from '#contract/base/money.ts'
import { decideOrders, type Incident, listIncidents, matchOrders } from '#contract/orders/order-incidents.ts'
import { isOrderReviewCode } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'

import { decideOrders as decideMany } from './decide-orders.ts'
import { type IncidentRow, listIncidentRows } from './incident-queries.ts'
import { matchOrders as match } from './match-orders.ts'

/** What an outage left unknown, worked off together. */
export function incidentRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, listIncidents, async () => {
    const rows = await listIncidentRows(ctx.db)
    return { success: true, incidents: rows.map(toIncident) }
  })

  mount(app, ctx, decideOrders, async ({ by, body: { items, reason, dry_run: isRehearsal, teach } }) => ({
    success: true,
    dry_run: isRehearsal,
    ...(await decideMany(ctx, { items, by, reason, isRehearsal, isTaught: teach === true })),
  }))

  mount(app, ctx, matchOrders, async ({ body: { provider_id: providerId, rows } }) => ({
    success: true,
    results: await match(ctx, { providerId, rows }),
  }))
}

function toIncident({ provider_id, name, review_code: code, ...row }: IncidentRow): Incident {
  return {
    ...row,
    provider: { id: provider_id, name },
    review_code: isOrderReviewCode(code) ? code : 'note',
    sentence: toTeachable(row.sentence),
    cost: money(BigInt(row.cost)),
    price: money(BigInt(row.price)),
    order_ids: row.order_ids.map(Number),
  }
}
