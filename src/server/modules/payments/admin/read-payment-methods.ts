import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { AdminGateway, getPaymentMethods as endpoint } from '#contract/payments/payment-methods.ts'
import { isListed, listMethods } from '#contract/settings/payment-methods.ts'
import { type GatewaySetting, isGatewayOn } from '#contract/settings/settings-of-gateways.ts'
import type { Context } from '#server/context.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findAccountSource } from '#server/modules/payments/gateways/find-account.ts'
import { listRefusals } from '#server/modules/payments/gateways/gateway-refusals.ts'

/** Every payment method with its state, and the gateways behind them. */
export async function readPaymentMethods(ctx: Context): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const { payment_methods: settings, gateways: switches } = await ctx.settings.read()
  const settingOf = new Map<string, GatewaySetting>(Object.entries(switches))
  const refusals = await listRefusals(ctx.db)
  const toAdminGateway = async (gateway: Gateway): Promise<AdminGateway> => {
    const { id } = gateway.data
    const source = await findAccountSource(ctx, gateway)
    return {
      id,
      account: source ?? null,
      is_on: isGatewayOn(settingOf.get(id) ?? { is_on: true }, source !== undefined && source !== 'sandbox'),
      last_webhook_at: (await findLastWebhook(ctx.db, id)) ?? null,
      last_refused_at: refusals.get(id) ?? null,
    }
  }
  const all = [...ctx.gateways.values()]
  const gateways = await Promise.all(all.map(toAdminGateway))
  const usable = gateways.filter((one) => one.is_on && one.account !== null).map(({ id }) => id)
  const methods = listMethods({
    settings,
    gateways: all.map(({ data }) => data),
    isSetUp: (id) => usable.includes(id),
  })
  const paidAt = await listLastPayments(
    ctx.db,
    methods.map(({ value }) => value),
  )
  return {
    gateways,
    methods: methods.map((method) => ({
      id: method.id,
      gateway: method.gateway ?? null,
      value: method.value,
      label: method.card?.label ?? method.id,
      is_set_up: method.isSetUp,
      is_listed: isListed(method),
      last_payment_at: paidAt.get(method.value) ?? null,
    })),
  }
}

async function findLastWebhook(db: Kysely<DB>, gateway: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('gateway_events')
    .select('received_at')
    .where('gateway', '=', gateway)
    .where('source', '=', 'webhook')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at
}

/** When a payment of each value was last credited: one index look-up for each. */
async function listLastPayments(
  db: Kysely<DB>,
  values: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await (
    clusterOf(db) === undefined
      ? sql<{ value: string; paid_at: Date | null }>`
    select value, (select max(completed_at) from deposits where payment_method = value and completed_at is not null) as paid_at
    from unnest(${values}::text[]) as value`
      : sql<{ value: string; paid_at: Date | null }>`
    select payment_method as value, max(completed_at) as paid_at from deposits
    where payment_method = any(${values}::text[]) and completed_at is not null group by payment_method`
  ).execute(db)
  return new Map(rows.flatMap(({ value, paid_at: at }) => (at === null ? [] : [[value, at] as const])))
}
