import type { Kysely, Insertable } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { createProvider as endpoint } from '#contract/providers/providers.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import { checkUrl } from '#server/lib/http/outbound/allowed-addresses.ts'
import { findAccountRow } from '#server/modules/providers/providers-queries.ts'
import { SANDBOX_SLUG } from '#server/modules/providers/sandbox/sandbox-provider.ts'
import type { DB, Providers } from '#server/lib/postgres/tables.ts'

import { keyPurpose } from './provider-account.ts'
import { toAuditValues } from './audit-values.ts'

/**
 * Adds an account and returns its id. Throws `name_taken`, `url_refused`, and `state_conflict` when it is enabled
 * without a key, or real in a sandbox database.
 */
export async function createProvider(ctx: Context, by: By, body: BodyOf<typeof endpoint>): Promise<number> {
  refuseUrl(ctx, body.api_url)
  if (body.slug === SANDBOX_SLUG) throw nameTaken() // the sandbox's row may point at loopback
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

/** The call limits that were sent. */
export function toPace({
  calls_at_once,
  calls_per_second,
}: Pick<BodyOf<typeof endpoint>, 'calls_at_once' | 'calls_per_second'>) {
  return {
    ...(calls_at_once === undefined ? {} : { calls_at_once }),
    ...(calls_per_second === undefined ? {} : { calls_per_second }),
  }
}

/** Checks the scheme and literal IP addresses before storing; host names are checked at every connection. */
export function refuseUrl({ config }: Context, url: string): void {
  const checked = checkUrl(url, config)
  if ('refusal' in checked) throw new AppError('url_refused', { reason: checked.refusal })
}

export function needsKey(): AppError {
  return new AppError('state_conflict', { reason: 'needs_key' })
}

/** Slugs of all providers: an operator has only a few. */
async function listSlugs(db: Kysely<DB>): Promise<string[]> {
  return (await db.selectFrom('providers').select('slug').execute()).map(({ slug }) => slug)
}

/** Undefined when the slug is taken. */
async function insertProvider(db: Kysely<DB>, values: Insertable<Providers>): Promise<number | undefined> {
  const created = await db
    .insertInto('providers')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id
}

/**
 * Derives a slug from the name ("Our Panel!" is our-panel), else from the host (https://panel.example.com is
 * example), with a number when taken.
 */
export function deriveSlug(
  { name, url }: { name: string; url: string },
  taken: { has(slug: string): boolean },
): string {
  const host = URL.parse(url)?.hostname.split('.').at(-2) ?? ''
  const base = [name, host].map(toSlug).find((slug) => slug.length > 1) ?? 'panel'
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

/** Removes accents; letters of other scripts are dropped. */
function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '')
}
