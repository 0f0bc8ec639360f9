import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/transact.ts'
import type { Reseal, Secrets } from '#server/secrets.ts'

import { deleteSecret, findSecret, writeSecret } from './settings-queries.ts'

const purpose = 'setting:mail_password'

/** The password of the operator's mail server; undefined where none was given. */
export async function openMailPassword({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<string | undefined> {
  const sealed = await findSecret(db, 'mail_password')
  return sealed === undefined ? undefined : secrets.open(purpose, sealed)
}

/** Null forgets it. */
export async function writeMailPassword(tx: Tx, secrets: Secrets, password: string | null): Promise<void> {
  if (password === null) await deleteSecret(tx, 'mail_password')
  else await writeSecret(tx, 'mail_password', secrets.seal(purpose, password))
}

/** Where the key is changed; one that does not open stays as it is. */
export async function resealMailPassword(tx: Tx, reseal: Reseal): Promise<void> {
  const sealed = await findSecret(tx, 'mail_password')
  const resealed = sealed === undefined ? undefined : reseal(purpose, sealed)
  if (resealed !== undefined) await writeSecret(tx, 'mail_password', resealed)
}
