import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { createProvider as endpoint } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import { checkUrl } from '#server/lib/http/outbound/allowed-addresses.ts'

import { deriveSlug } from './derive-slug.ts'
import { keyPurpose } from './provider-account.ts'
import { toAuditValues } from './kept-provider.ts'
import { findAccountRow, insertProvider, listSlugs } from '#server/modules/providers/providers-queries.ts'
import { SANDBOX_SLUG } from '#server/modules/providers/sandbox/register-sandbox-provider.ts'

/** Adds an account and answers its id. Throws `name_taken`, `url_refused`, and `state_conflict` for one that is on without a key, or real among play money. */
export async function createProvider(ctx: Context, by: By, body: BodyOf<typeof endpoint>): Promise<number> {
  refuseUrl(ctx, body.api_url)
  if (body.slug === SANDBOX_SLUG) throw nameTaken() // its row may point at loopback
  const isEnabled = body.is_enabled ?? body.key !== undefined
  if (isEnabled && body.key === undefined) throw needsKey()
  const values = {
    name: body.name,
    api_url: body.api_url,
    is_enabled: isEnabled,
    ...(body.currency === undefined ? {} : { currency: body.currency }),
    ...(body.usd_per_unit === undefined ? {} : { usd_per_unit: body.usd_per_unit }),
    ...(body.rate_per === undefined ? {} : { rate_per: body.rate_per }),
    ...toPace(body),
    ...(body.first_orders === undefined ? {} : { first_orders: body.first_orders }),
    ...(body.first_cost === undefined ? {} : { first_cost: body.first_cost }),
  }
  return transactAsStaff(ctx, by, async (tx, _tell, record) => {
    await refuseReal(tx, body.api_url)
    const slug = body.slug ?? (await freeSlug(tx, body))
    const sealed = body.key === undefined ? null : ctx.secrets.seal(keyPurpose(slug), body.key)
    const id = await insertProvider(tx, { ...values, slug, key_ciphertext: sealed })
    if (id === undefined) throw nameTaken()
    record({ action: 'provider.create', id, after: toAuditValues(await findAccountRow(tx, id)) })
    return id
  })
}

async function freeSlug(tx: Tx, { name, api_url: url }: BodyOf<typeof endpoint>): Promise<string> {
  return deriveSlug({ name, url }, new Set([SANDBOX_SLUG, ...(await listSlugs(tx))]))
}

function nameTaken(): AppError {
  return new AppError('name_taken')
}

/** What was said of how fast it may be called. */
export function toPace({
  calls_at_once,
  calls_per_second,
}: Pick<BodyOf<typeof endpoint>, 'calls_at_once' | 'calls_per_second'>) {
  return {
    ...(calls_at_once === undefined ? {} : { calls_at_once }),
    ...(calls_per_second === undefined ? {} : { calls_per_second }),
  }
}

/** Before it is stored: literal addresses and schemes. Names are checked at every connect. */
export function refuseUrl({ config }: Context, url: string): void {
  const checked = checkUrl(url, config)
  if ('refusal' in checked) throw new AppError('url_refused', { reason: checked.refusal })
}

export function needsKey(): AppError {
  return new AppError('state_conflict', { reason: 'needs_key' })
}
