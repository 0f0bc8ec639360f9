import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'

import type { DB } from '#server/lib/postgres/tables.ts'

type Backends = Awaited<ReturnType<typeof findBackends>>

/** A change shows within a second. At most one query per this time, regardless of page views. */
const FRESH_MS = 800
/** If the database takes longer, the page shows the last known values. */
const WAIT_MS = 500

/** What the public config needs besides the settings, cached because every public page shows it. */
export function makeCachedBackends({ db, log }: { db: Kysely<DB>; log: Logger }): () => Promise<Backends> {
  let current: { backends: Backends; at: number } | undefined
  let reading: Promise<Backends> | undefined

  async function readAgain(): Promise<Backends> {
    const at = performance.now()
    const backends = await findBackends(db)
    current = { backends, at }
    return backends
  }

  return async () => {
    if (current !== undefined && performance.now() - current.at < FRESH_MS) return current.backends
    reading ??= readAgain().finally(() => (reading = undefined))
    if (current === undefined) return reading
    const { backends } = current
    const lastKnown = reading.catch((error: unknown) => {
      log.warn(
        { error: String(error) },
        'the backends could not be read again; the last known ones are shown',
      )
      return backends
    })
    return Promise.race([lastKnown, afterWait(backends)])
  }
}

function afterWait(backends: Backends): Promise<Backends> {
  return new Promise((resolve) => setTimeout(() => resolve(backends), WAIT_MS).unref())
}

type Picture = { hash: string; width: number; height: number }

/** Gateways with a stored account, which backends are the sandbox's, and the brand's pictures. */
async function findBackends(db: Kysely<DB>): Promise<{
  gatewayIds: string[]
  hasSandboxGateway: boolean
  hasSandboxProvider: boolean
  mailboxUrl: string | null
  logo: Picture | null
  favicon: Picture | null
}> {
  const { rows } = await sql<{
    gateway_ids: string[]
    has_sandbox_gateway: boolean
    has_sandbox_provider: boolean
    mailbox_url: string | null
    logo: Picture | null
    favicon: Picture | null
  }>`select array(select gateway from gateways) as gateway_ids,
      exists (select from gateways where is_sandbox) as has_sandbox_gateway,
      exists (select from providers where is_sandbox and is_enabled) as has_sandbox_provider,
      (select url from sandbox_mailbox) as mailbox_url,
      (select jsonb_build_object('hash', hash, 'width', width, 'height', height)
        from brand_pictures where kind = 'logo') as logo,
      (select jsonb_build_object('hash', hash, 'width', width, 'height', height)
        from brand_pictures where kind = 'favicon') as favicon`.execute(db)
  const [row] = rows
  return {
    gatewayIds: row?.gateway_ids ?? [],
    hasSandboxGateway: row?.has_sandbox_gateway === true,
    hasSandboxProvider: row?.has_sandbox_provider === true,
    mailboxUrl: row?.mailbox_url ?? null,
    logo: row?.logo ?? null,
    favicon: row?.favicon ?? null,
  }
}
