import type { Client } from 'pg'

import { ConfigError } from '#server/environment.ts'
import type { Secrets } from '#server/secrets.ts'
import { secretPurpose } from '#server/settings/settings-secrets.ts'

/** How many rows of each were carried. */
export type Carried = Record<string, number>

export type Ends = { from: Client; to: Client; opening: Secrets; sealing: Secrets }

/**
 * What is the operator's own in a database of play money, into one that is new, which is live from then on. In one tx
 * there: interrupted, nothing of it is done, and it may be run again; run again after it was done, it refuses.
 *
 * Carried are settings with their secrets (sealed anew by the other's key), the logo, canned replies, translations,
 * staff with their passwords and permissions, categories that are not the sandbox's alone, and services that are delivered by hand. A
 * service of the sandbox means nothing without it, so neither do its name, price and markup: the providers' own are
 * imported. Money, customers, orders, deposits, tickets, sessions and keys of the API stay where they are.
 */
export async function carryOver({ from, to, opening, sealing }: Ends): Promise<Carried> {
  await to.query('begin')
  try {
    // One at a time: a second one finds what the first has written.
    await to.query('lock table world in exclusive mode')
    await refuseAllButPlay(from)
    await refuseAllButNew(to)
    const carried: Carried = {}
    for (const [what, { read, write }] of Object.entries(parts)) {
      const { rows } = await from.query<{ row: unknown }>(`select to_jsonb(part) as row from (${read}) part`)
      await to.query(write, [JSON.stringify(rows.map(({ row }) => row))])
      carried[what] = rows.length
    }
    carried['secrets'] = await carrySecrets({ from, to, opening, sealing })
    await to.query(`insert into world (kind) values ('live')`)
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

/** `write` is handed all rows as one JSON array. */
const parts: Record<string, { read: string; write: string }> = {
  // An account at a gateway is entered anew: the one here was the sandbox's, or nobody's.
  settings: {
    read: `select section, case when section = 'gateways' then jsonb_set(value, '{cryptomus,merchant}', 'null') else value end as value
           from settings`,
    write: `insert into settings (section, value)
            select section, value from jsonb_to_recordset($1::jsonb) as row (section text, value jsonb)`,
  },
  logo: {
    read: `select hash, width, height, encode(bytes, 'base64') as bytes from brand_logo`,
    write: `insert into brand_logo (hash, width, height, bytes)
            select hash, width, height, decode(bytes, 'base64')
            from jsonb_to_recordset($1::jsonb) as row (hash text, width int, height int, bytes text)`,
  },
  'canned replies': {
    read: 'select language, title, content from canned_replies',
    write: `insert into canned_replies (language, title, content)
            select language, title, content from jsonb_to_recordset($1::jsonb) as row (language text, title text, content text)`,
  },
  translations: {
    read: `select encode(hash, 'base64') as hash, original, translated from translations`,
    write: `insert into translations (hash, original, translated)
            select decode(hash, 'base64'), original, translated
            from jsonb_to_recordset($1::jsonb) as row (hash text, original text, translated text)`,
  },
  staff: {
    read: `select name, email, phone, country, password_hash, permissions, language, email_confirmed_at, terms_version, terms_accepted_at
           from users where role = 'admin' and status = 'active' and deleted_at is null order by id`,
    write: `with staff as (
              insert into users (role, name, email, phone, country, password_hash, permissions, language, email_confirmed_at,
                terms_version, terms_accepted_at)
              select 'admin', name, email, phone, country, password_hash, permissions, language, email_confirmed_at,
                terms_version, terms_accepted_at
              from jsonb_to_recordset($1::jsonb) as row (name text, email text, phone text, country text, password_hash text,
                permissions text[], language text, email_confirmed_at timestamptz, terms_version text, terms_accepted_at timestamptz)
              returning id
            ) insert into accounts (user_id) select id from staff`,
  },
  categories: {
    // Those that came with the sandbox's services would stand empty.
    read: `select platform, name, position from categories
           where exists (select from services where category_id = categories.id and by_hand and deleted_at is null)
             or not exists (select from services join supplies on service_id = services.id join providers on providers.id = provider_id
               where category_id = categories.id and is_sandbox)
           order by id`,
    write: `insert into categories (platform, name, position)
            select platform, name, position from jsonb_to_recordset($1::jsonb) as row (platform text, name text, position int)`,
  },
  'services by hand': {
    read: `select services.*, categories.name as category from services join categories on categories.id = category_id
           where by_hand and deleted_at is null and not exists (select from supplies where service_id = services.id) order by services.id`,
    write: `insert into services (category_id, platform, name, name_original, description, type, rate, min, max, refill, cancel,
              dripfeed, average_time, is_active, position, by_hand)
            select categories.id, row.platform, row.name, name_original, description, type, rate, min, max, refill, cancel,
              dripfeed, average_time, is_active, row.position, true
            from jsonb_to_recordset($1::jsonb) as row (category text, platform text, name text, name_original text,
              description text, type text, rate bigint, min int, max int, refill boolean, cancel boolean, dripfeed boolean,
              average_time text, is_active boolean, position int)
            join categories on categories.name = row.category and categories.platform = row.platform`,
  },
}

async function carrySecrets({ from, to, opening, sealing }: Ends): Promise<number> {
  const { rows } = await from.query<{ name: Parameters<typeof secretPurpose>[0]; sealed: Buffer }>(
    `select name, sealed from settings_secrets where name <> 'cryptomus_key'`,
  )
  for (const { name, sealed } of rows) {
    const purpose = secretPurpose(name)
    const resealed = sealing.seal(purpose, openOrSay(opening, purpose, sealed))
    await to.query('insert into settings_secrets (name, sealed) values ($1, $2)', [name, resealed])
  }
  return rows.length
}

function openOrSay(opening: Secrets, purpose: string, sealed: Buffer): string {
  try {
    return opening.open(purpose, sealed)
  } catch (error) {
    throw new ConfigError(
      'The SECRET_KEY here does not open what the old database holds. Give the one by which the product runs on it.',
      { cause: error },
    )
  }
}

async function refuseAllButPlay(from: Client): Promise<void> {
  const { rows } = await from.query<{ kind: string }>('select kind from world')
  if (rows[0]?.kind === 'live')
    throw new ConfigError('The money of this database is real already: there is nothing to go live with.')
}

async function refuseAllButNew(to: Client): Promise<void> {
  const { rows } = await to.query<{ is_new: boolean }>(
    `select not exists (select from world) and not exists (select from users) and not exists (select from services)
       and not exists (select from settings) and not exists (select from providers where is_sandbox or key_ciphertext is not null) as is_new`,
  )
  if (rows[0]?.is_new !== true)
    throw new ConfigError(
      'The database to go live on is not new: it was started or gone live on before. Name a new one; nothing was changed.',
    )
}
