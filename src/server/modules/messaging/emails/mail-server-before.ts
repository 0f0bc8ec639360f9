import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal, Secrets } from '#server/lib/crypto/secrets.ts'

import { listSealedServers, replaceSealedServer } from './emails-queries.ts'

/** A mail server as it was before a change, for the one email that still goes over it. */
export type MailServerBefore = { mail: NonNullable<Settings['mail']>; password: string | undefined }

const purpose = 'mail:server'

export function sealMailServer(secrets: Secrets, before: MailServerBefore): Buffer {
  return secrets.seal(purpose, JSON.stringify(before))
}

export function openMailServer(secrets: Secrets, sealed: Buffer): MailServerBefore {
  return JSON.parse(secrets.open(purpose, sealed)) as MailServerBefore // sealed by the function above
}

/** Where the key is changed; one that does not open stays as it is. */
export async function resealMailServers(tx: Tx, reseal: Reseal): Promise<void> {
  for (const sealed of await listSealedServers(tx)) {
    const resealed = reseal(purpose, sealed)
    if (resealed !== undefined) await replaceSealedServer(tx, { sealed, resealed })
  }
}
