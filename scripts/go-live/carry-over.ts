import type { Client } from 'pg'

import { gatewaySecretNames } from '#contract/base/gateways/registry.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import type { Secrets } from '#server/lib/crypto/secrets.ts'
import { secretPurpose } from '#server/modules/settings/settings-secrets.ts'

import { parts } from './carried-parts.ts'
import { readStaff, type Reseal, writeStaff } from './carry-staff.ts'

/** Number of rows copied, by kind. */
export type Carried = Record<string, number>

export type Ends = { from: Client; to: Client; opening: Secrets; sealing: Secrets }

/**
 * Copies the operator's own data from a sandbox database to a new one, which is live from then on. Reads one snapshot, even while
 * the product runs; writes in one tx, so that it can run again after an interruption. Refuses to run twice.
 *
 * Copied are settings with their secrets (re-encrypted), the logo, canned replies, translations, staff with credentials and
 * permissions, categories that are not only the sandbox's, and manual services. Sandbox services are not copied: those of real
 * providers are imported. Money, customers, orders, deposits, tickets, sessions and API keys are not copied.
 */
export async function carryOver({ from, to, opening, sealing }: Ends): Promise<Carried> {
  const own = await readOwn(from)
  await to.query('begin')
  try {
    // One at a time: a second run finds what the first has written.
    await to.query('lock table database_mode in exclusive mode')
    await refuseAllButNew(to)
    const reseal: Reseal = (purpose, sealed, newPurpose = purpose) =>
      sealing.seal(newPurpose, openOrSay(opening, purpose, sealed))
    const carried: Carried = {}
    for (const { what, write, rows } of own.parts) {
      const { rowCount } = await to.query(write, [JSON.stringify(rows)])
      if (rowCount !== rows.length) throw new Error(`of ${rows.length} ${what}, ${rowCount} were written`)
      carried[what] = rows.length
    }
    Object.assign(carried, await writeStaff(to, own.staff, reseal))
    for (const { name, sealed } of own.secrets)
      await to.query('insert into settings_secrets (name, sealed) values ($1, $2)', [
        name,
        reseal(secretPurpose(name), sealed),
      ])
    carried['secrets of the settings'] = own.secrets.length
    await to.query(`insert into database_mode (mode) values ('live')`)
    await to.query('insert into secret_key_check (sealed) values ($1)', [
      sealing.seal('secret-key-check', 'secret-key-check'),
    ])
    await to.query('commit')
    return carried
  } catch (error) {
    await to.query('rollback')
    throw error
  }
}

type Secret = { name: Parameters<typeof secretPurpose>[0]; sealed: Buffer }

/** Everything is read before anything is written, so that the old database is locked only that long. */
async function readOwn(from: Client) {
  await from.query('begin isolation level repeatable read, read only')
  try {
    await refuseAllButSandbox(from)
    const read = []
    for (const [what, part] of Object.entries(parts)) {
      const { rows } = await from.query<{ row: unknown }>(
        `select to_jsonb(part) as row from (${part.read}) part`,
      )
      read.push({ what, write: part.write, rows: rows.map(({ row }) => row) })
    }
    const staff = await readStaff(from)
    const { rows } = await from.query<Secret>('select name, sealed from settings_secrets')
    // Gateway accounts must be entered again: these are the sandbox's.
    const secrets = rows.filter(({ name }) => !gatewaySecretNames.some((one) => one === name))
    return { parts: read, staff, secrets }
  } finally {
    await from.query('rollback')
  }
}

function openOrSay(opening: Secrets, purpose: string, sealed: Buffer): string {
  try {
    return opening.open(purpose, sealed)
  } catch (error) {
    throw new ConfigError(
      "This SECRET_KEY can't decrypt the old database's secrets. Set the one the product uses with that database.",
      { cause: error },
    )
  }
}

async function refuseAllButSandbox(from: Client): Promise<void> {
  const { rows } = await from.query<{ mode: string }>('select mode from database_mode')
  if (rows[0]?.mode !== 'sandbox')
    throw new ConfigError("This database is not in sandbox mode, so it can't be used to go live.")
}

async function refuseAllButNew(to: Client): Promise<void> {
  const { rows } = await to.query<{ is_new: boolean }>(
    `select not exists (select from database_mode) and not exists (select from users) and not exists (select from services)
       and not exists (select from settings) and not exists (select from providers where is_sandbox or key_ciphertext is not null) as is_new`,
  )
  if (rows[0]?.is_new !== true)
    throw new ConfigError(
      'The target database is not new: the product has already been started on it. Choose a new one. Nothing was changed.',
    )
}
