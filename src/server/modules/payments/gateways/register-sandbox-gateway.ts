import { sql } from 'kysely'

import type { Context } from '#server/context.ts'

import { sealFields } from './sealed-fields.ts'

/** `speaks`: the gateway whose protocol it uses; the rest are the fields of its account. */
type SandboxAccount = { speaks: string; url: string; [field: string]: unknown }

/** Stores the sandbox's account, so that every process uses it. An operator's account takes precedence. */
export async function registerSandboxGateway(
  { db, gateways, secrets, events }: Pick<Context, 'db' | 'gateways' | 'secrets' | 'events'>,
  { speaks, ...given }: SandboxAccount,
): Promise<void> {
  const gateway = gateways.get(speaks)
  if (gateway === undefined) throw new Error(`there is no gateway ${speaks}`)
  const fields = Object.keys(gateway.data.fields).map((field) => [field, String(given[field] ?? '')])
  const account = {
    url: given.url.replace(/\/+$/, ''),
    fields_ciphertext: sealFields(secrets, gateway.data, Object.fromEntries(fields)),
    is_sandbox: true,
  }
  await db
    .insertInto('gateways')
    .values({ gateway: speaks, ...account })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ ...account, updated_at: sql`now()` }))
    .execute()
  events.publish({ topic: 'settings' })
}
