import { toDecimal } from '#contract/base/money.ts'
import type { AuditValues } from '#server/modules/audit-log/transact-as-staff.ts'
import type { findAccountRow } from '#server/modules/providers/providers-queries.ts'

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountRow>>>

/**
 * What the audit log stores of a provider: never the key, nor the query string of its address, which may contain
 * one.
 */
export function toAuditValues(row: AccountRow | undefined): AuditValues | undefined {
  if (row === undefined) return undefined
  const { slug, name, api_url, currency, usd_per_unit, rate_per } = row
  const { is_enabled, key_ciphertext, sending_stopped_at, first_orders, first_cost, charge_hold } = row
  const { calls_at_once, calls_per_second, sync_policy, sync_hours, balance_low } = row
  const url = URL.parse(api_url)
  const address = url === null ? '' : `${url.origin}${url.pathname}`
  const is_stopped = sending_stopped_at !== null
  const has_key = key_ciphertext !== null
  const terms = { currency, usd_per_unit, rate_per }
  const pace = { calls_at_once, calls_per_second }
  const charges = { first_orders, first_cost: toDecimal(first_cost), is_held: charge_hold !== null }
  const sync = { sync_policy, sync_hours, balance_low }
  return { slug, name, address, ...terms, is_enabled, is_stopped, has_key, ...pace, ...sync, ...charges }
}
