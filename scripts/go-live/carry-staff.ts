import type { Client } from 'pg'

import { demoStaff } from '#server/modules/operations/demo/demo-people.ts'
import { secretPurpose } from '#server/modules/users/two-factor/totp.ts'

/** Re-encrypts with the other database's key; `newPurpose` replaces the purpose if it differs. */
export type Reseal = (purpose: string, sealed: Buffer, newPurpose?: string) => Buffer
/** JSON as returned by the old database. */
type StaffRow = { id: number; email: string; two_factor: { sealed: string } | null }

/** With two-factor authentication if it is on; an unfinished setup is not copied. The demo's staff are left out. */
export async function readStaff(from: Client): Promise<StaffRow[]> {
  const { rows } = await from.query<{ row: StaffRow }>(
    `select to_jsonb(part) as row from (
       select id, name, username, email, phone, country, password_hash, permissions, refund_limit, language, email_confirmed_at, terms_version,
         terms_accepted_at, (
           select jsonb_build_object('sealed', encode(sealed, 'base64'), 'started_at', started_at, 'enabled_at', enabled_at,
             'last_step', last_step, 'recovery_salt', encode(recovery_salt, 'base64'),
             'hashes', array(select encode(hash, 'base64') from recovery_codes where user_id = users.id))
           from two_factor where user_id = users.id and enabled_at is not null) as two_factor
       from users where role = 'admin' and status = 'active' and deleted_at is null order by id) part`,
  )
  const invented = new Set<string>(Object.values(demoStaff).map(({ email }) => email))
  return rows.map(({ row }) => row).filter(({ email }) => !invented.has(email))
}

/**
 * Copies staff with passwords, permissions, refund limits and two-factor secrets: without these a guessed password would be
 * enough. Open invitations are sent again, by an email that is queued until the new product starts. Returns the counts.
 */
export async function writeStaff(
  to: Client,
  staff: readonly StaffRow[],
  reseal: Reseal,
): Promise<Record<string, number>> {
  const { rows: ids } = await to.query<{ id: number; email: string }>(insertStaff, [JSON.stringify(staff)])
  const idOf = new Map(ids.map(({ id, email }) => [email, id]))
  let withFactor = 0
  for (const { id: oldId, email, two_factor: factor } of staff) {
    const id = idOf.get(email)
    if (id === undefined) throw new Error(`${email} was not written`)
    if (factor === null) continue
    // The purpose of the encryption contains the user's id, which differs here.
    const sealed = reseal(secretPurpose(oldId), Buffer.from(factor.sealed, 'base64'), secretPurpose(id))
    await to.query(insertFactor, [id, sealed, JSON.stringify(factor)])
    withFactor += 1
  }
  const { rowCount: invited } = await to.query(inviteAgain)
  return {
    staff: ids.length,
    'of them with two-factor sign-in': withFactor,
    'of them invited again': invited ?? 0,
  }
}

const insertStaff = `
  with staff as (
    insert into users (role, name, username, email, phone, country, password_hash, permissions, refund_limit, language, email_confirmed_at,
      terms_version, terms_accepted_at)
    select 'admin', name, username, email, phone, country, password_hash, permissions, refund_limit, language, email_confirmed_at,
      terms_version, terms_accepted_at
    from jsonb_to_recordset($1::jsonb) as row (id int, name text, username text, email text, phone text, country text, password_hash text,
      permissions text[], refund_limit bigint, language text, email_confirmed_at timestamptz, terms_version text, terms_accepted_at timestamptz)
    order by row.id returning users.id, users.email
  ), opened as (insert into accounts (user_id) select id from staff)
  select id, email from staff`

const insertFactor = `
  with given as (
    select * from jsonb_to_record($3::jsonb) as row (started_at timestamptz, enabled_at timestamptz, last_step bigint,
      recovery_salt text, hashes text[])
  ), factor as (
    insert into two_factor (user_id, sealed, started_at, enabled_at, last_step, recovery_salt)
    select $1, $2, started_at, enabled_at, last_step, decode(recovery_salt, 'base64') from given
    returning user_id
  )
  insert into recovery_codes (user_id, hash)
  select user_id, decode(unnest(hashes), 'base64') from factor, given`

/** Same as in auth/invitations/. */
const inviteAgain = `
  with invited as (
    insert into invitations (user_id, email) select id, email from users where password_hash is null
    returning user_id, id, email
  )
  insert into emails (user_id, receiver, event, kind, details)
  select user_id, email, 'invitation:' || id, 'invitation', jsonb_build_object('invitation', id::text) from invited`
