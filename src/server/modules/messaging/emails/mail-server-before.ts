import { sql } from 'kysely'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Reseal, Secrets } from '#server/lib/crypto/secrets.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** The mail server before a change. The email that warns owners about the change is sent through it. */
export type MailServerBefore = { mail: NonNullable<Settings['mail']>; password: string | undefined }

const purpose = 'mail:server'

export function sealMailServer(secrets: Secrets, before: MailServerBefore): Buffer {
  return secrets.seal(purpose, JSON.stringify(before))
}

export function openMailServer(secrets: Secrets, sealed: Buffer): MailServerBefore {
  return JSON.parse(secrets.open(purpose, sealed)) as MailServerBefore // sealed by the function above
}

/** Seals them with the new SECRET_KEY. Those that the old key does not open stay unchanged. */
export async function resealMailServers(tx: Tx, reseal: Reseal): Promise<void> {
  const { rows } = await sql<{ server: Buffer }>`
    select distinct server from emails where due_at is not null and server is not null`.execute(tx)
  for (const { server } of rows) {
    const resealed = reseal(purpose, server)
    if (resealed !== undefined)
      await sql`update emails set server = ${resealed} where due_at is not null and server = ${server}`.execute(
        tx,
      )
  }
}
