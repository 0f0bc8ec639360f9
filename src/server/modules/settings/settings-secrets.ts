import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal, Secrets } from '#server/lib/crypto/secrets.ts'

import {
  deleteSecret,
  findSecret,
  listSecretNames,
  type SecretName,
  writeSecret,
} from './settings-queries.ts'

/** What a secret is sealed for. */
export function secretPurpose(name: SecretName): string {
  return `setting:${name}`
}

/** The password of the operator's mail server; undefined where none was given. */
export async function openMailPassword({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<string | undefined> {
  const sealed = await findSecret(db, 'mail_password')
  return sealed === undefined ? undefined : secrets.open(secretPurpose('mail_password'), sealed)
}

/** Null forgets it. */
export async function changeSecret(
  tx: Tx,
  secrets: Secrets,
  { name, secret }: { name: SecretName; secret: string | null },
): Promise<void> {
  if (secret === null) await deleteSecret(tx, name)
  else await writeSecret(tx, name, secrets.seal(secretPurpose(name), secret))
}

/** Where the key is changed; one that does not open stays as it is. */
export async function resealSettingsSecrets(tx: Tx, reseal: Reseal): Promise<void> {
  for (const name of await listSecretNames(tx)) {
    const sealed = await findSecret(tx, name)
    const resealed = sealed === undefined ? undefined : reseal(secretPurpose(name), sealed)
    if (resealed !== undefined) await writeSecret(tx, name, resealed)
  }
}
