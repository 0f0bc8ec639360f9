import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import type { updateProvider as endpoint } from '#contract/providers/providers.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import type { Context } from '#server/context.ts'
import { toShownUrl } from '#server/integrations/shown-url.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import type { TermsListener, TermsPlan } from '#server/modules/providers/terms-listener.ts'
import { freshState } from '#server/modules/providers/breakers/fresh-state.ts'
import { deleteStoredList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import {
  changeProvider,
  findAccountRow,
  findProviderToChange,
  lockProvider,
} from '#server/modules/providers/providers-queries.ts'

import { needsKey, refuseUrl, toPace } from './create-provider.ts'
import { toAuditValues } from './audit-values.ts'
import { keyPurpose } from './provider-account.ts'

/**
 * Changes an account. A null key removes the key and disables the provider; together with `is_enabled: true` it is
 * refused. Another currency, exchange rate or `rate_per` reprices the services from there, once the preview was
 * confirmed; returns that repricing.
 */
export async function updateProvider(
  ctx: Context,
  by: By,
  {
    id,
    body: requested,
    requireProof,
    terms,
  }: { id: number; body: BodyOf<typeof endpoint>; requireProof: RequireProof; terms: TermsListener },
): Promise<Repricing | null> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const row = await (requested.dry_run === true ? findProviderToChange(tx, id) : lockProvider(tx, id))
    if (row === undefined) throw new AppError('provider_not_found')
    const account = await findAccountRow(tx, id)
    const body = account === undefined ? requested : onlyChanged(requested, account)
    if (Object.keys(body).length === 0) return null
    const plan = await terms.plan(tx, { providerId: id, before: row, body })
    if (body.dry_run === true) return plan?.shown ?? null
    const before = toAuditValues(account)
    const given = body.api_url
    if (given !== undefined) {
      if (row.is_sandbox) throw new AppError('state_conflict', { reason: 'sandbox_address' })
      refuseUrl(ctx, given)
      // Otherwise staff could learn the key by setting the address to their own server.
      if (row.key_ciphertext !== null && body.key === undefined && isOtherOrigin(given, row.api_url))
        throw invalidFields({ key: { code: 'key_again' } })
    }
    requireProof([
      ...(given === undefined ? [] : ['api_url']),
      ...(body.key === undefined ? [] : ['key']),
      // This resumes a stopped provider.
      ...(body.is_enabled === true && before?.['is_stopped'] === true ? ['is_enabled'] : []),
    ])
    const hasKey = body.key === undefined ? row.key_ciphertext !== null : body.key !== null
    // `requested`, not `body`: an unchanged `is_enabled: true` together with a null key is a contradiction.
    const isEnabled = requested.is_enabled ?? (row.is_enabled && hasKey)
    if (isEnabled && !hasKey) throw needsKey()
    if (given !== undefined || (isEnabled && !row.is_sandbox)) await refuseReal(tx, given ?? row.api_url)
    const isOtherMeasure = body.rate_per !== undefined && body.rate_per !== row.rate_per
    const isOtherPanel = given !== undefined && isOtherOrigin(given, row.api_url)
    const isNewStart = given !== undefined || body.key !== undefined || body.is_enabled === true
    await changeProvider(tx, id, {
      is_enabled: isEnabled,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(given === undefined ? {} : { api_url: given }),
      ...(body.currency === undefined ? {} : { currency: body.currency }),
      ...(body.usd_per_unit === undefined ? {} : { usd_per_unit: body.usd_per_unit }),
      ...(body.rate_per === undefined ? {} : { rate_per: body.rate_per }),
      ...toPace(body),
      ...(body.first_orders === undefined ? {} : { first_orders: body.first_orders }),
      ...(body.first_cost === undefined ? {} : { first_cost: body.first_cost }),
      // The hold was about the former rates or panel.
      ...(isOtherMeasure || isOtherPanel ? { charge_hold: null } : {}),
      ...toSyncColumns(body, ctx.clock()),
      ...(typeof body.key === 'string'
        ? { key_ciphertext: ctx.secrets.seal(keyPurpose(row.slug), body.key) }
        : body.key === null
          ? { key_ciphertext: null }
          : {}),
      ...(isNewStart ? freshState : {}),
      // The balance belongs to another account or address.
      ...(given !== undefined || body.key !== undefined ? { balance_currency: null } : {}),
    })
    await plan?.apply()
    if (given !== undefined || body.key !== undefined) await deleteStoredList(tx, id)
    if (row.first_orders === null && typeof body.first_orders === 'number')
      await terms.firstOrdersLimited(tx, id)
    if (isOtherMeasure || isOtherPanel) await terms.replaced(tx, { providerId: id, isOtherMeasure })
    const after = {
      ...toAuditValues(await findAccountRow(tx, id)),
      isNewKey: typeof body.key === 'string',
      ...toAuditedRepricing(plan),
    }
    record({ action: 'provider.update', id, before, after })
    publish({ topic: 'catalogue' }) // services of a disabled provider are hidden
    publish({ topic: 'dispatch', providerId: id })
    publish({ topic: 'check', providerId: id })
    return plan?.shown ?? null
  })
}

/** Drops unchanged values, which must neither restart a clock nor resume sending. */
function onlyChanged(
  requested: BodyOf<typeof endpoint>,
  account: NonNullable<Awaited<ReturnType<typeof findAccountRow>>>,
): BodyOf<typeof endpoint> {
  const { api_url: url } = account
  // The address may be sent back as displayed, with its query string hidden.
  const current: Readonly<Record<string, unknown>> = {
    ...account,
    api_url: requested.api_url === toShownUrl(url) ? requested.api_url : url,
  }
  const changed = Object.entries(requested).filter(
    ([name, value]) => !(name in current) || withoutZeros(current[name]) !== withoutZeros(value),
  )
  return Object.fromEntries(changed) // a subset of the same members
}

/** "1.5000" and "1.5" are equal. */
function withoutZeros(value: unknown): unknown {
  return typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : value
}

/** A new interval counts from now; a new threshold notifies again. */
function toSyncColumns({ sync_policy, sync_hours, balance_low }: BodyOf<typeof endpoint>, now: Date) {
  return {
    ...(sync_policy === undefined ? {} : { sync_policy }),
    ...(sync_hours === undefined
      ? {}
      : { sync_hours, sync_due_at: new Date(now.getTime() + sync_hours * 3_600_000) }),
    ...(balance_low === undefined ? {} : { balance_low, is_balance_low: false }),
  }
}

function toAuditedRepricing(plan: TermsPlan | undefined) {
  if (plan === undefined) return {}
  const { services, raised, lowered, at_cost, off_sale } = plan.shown
  return { repriced: { services, raised, lowered, at_cost, off_sale } }
}

function isOtherOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin !== URL.parse(other)?.origin
}
