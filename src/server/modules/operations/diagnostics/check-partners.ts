import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { readPaymentMethods } from '#server/modules/payments/admin/read-payment-methods.ts'

import { listGatewayListFaults, listProviderStates, type ProviderState } from './diagnostics-queries.ts'

const PROVIDERS_MAX = 50
/** Balances are read every three minutes; the last contact is known to the hour. */
const SILENT_MINUTES = 90
/** Older refusals say nothing about the current key. */
const REFUSAL_MINUTES = 7 * 24 * 60

/** One line for all healthy providers, and one per problem of the others. */
export async function checkProviders({ db }: Pick<Context, 'db'>): Promise<Diagnosed[]> {
  const all = await listProviderStates(db, PROVIDERS_MAX)
  if (all.length === 0) return [{ code: 'providers_none' }]
  const troubles = all.map(listTroubles)
  const count = troubles.filter((found) => found.length === 0).length
  const good: Diagnosed[] = count > 0 ? [{ code: 'providers_good', details: { count } }] : []
  return [...good, ...troubles.flat()]
}

const refusals = {
  funds: 'provider_refuses_funds',
  key: 'provider_refuses_key',
  address: 'provider_refuses_address',
} as const

function listTroubles(row: ProviderState): Diagnosed[] {
  const { name: provider, silent_minutes: minutes } = row
  const details = { provider }
  const found: (Diagnosed | false)[] = [
    row.is_stopped && { code: 'provider_stopped', details },
    row.is_paused && !row.is_stopped && { code: 'provider_paused', details },
    row.refuses_us !== null && { code: refusals[row.refuses_us], details },
    !row.has_trusted_costs && { code: 'provider_costs_unclear', details },
    row.is_balance_low && { code: 'provider_low', details },
    minutes === null && { code: 'provider_never_read', details },
    minutes !== null &&
      minutes > SILENT_MINUTES && { code: 'provider_silent', details: { provider, minutes } },
  ]
  return found.filter((one) => one !== false)
}

/** The enabled gateways, by their webhooks and lists. */
export async function checkGateways(ctx: Context): Promise<Diagnosed[]> {
  const [{ gateways }, listFaults] = await Promise.all([
    readPaymentMethods(ctx),
    listGatewayListFaults(ctx.db),
  ])
  const minutesSince = (at: Date) => Math.max(0, Math.floor((ctx.clock().getTime() - at.getTime()) / 60_000))
  const used = gateways.filter((one) => one.is_on && one.account !== null)
  if (used.length === 0) return [{ code: 'gateways_none' }]
  return used.flatMap(({ id, last_webhook_at: last, last_refused_at: refused }): Diagnosed[] => {
    const gateway = ctx.gateways.get(id)?.data.name ?? id
    const fault = listFaults.get(id) ?? null
    const unread: Diagnosed[] =
      fault === null ? [] : [{ code: 'gateway_list_unread', details: { gateway, fault } }]
    const isRefused =
      refused !== null && (last === null || refused > last) && minutesSince(refused) <= REFUSAL_MINUTES
    if (isRefused)
      return [{ code: 'gateway_refused', details: { gateway, minutes: minutesSince(refused) } }, ...unread]
    if (last === null) return [{ code: 'gateway_quiet', details: { gateway } }, ...unread]
    return [{ code: 'gateway_good', details: { gateway, minutes: minutesSince(last) } }, ...unread]
  })
}
