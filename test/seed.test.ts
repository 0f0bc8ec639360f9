import { afterAll, expect, test } from 'vitest'

import { seed } from '#bench/seed/seed.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'

import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from './database.ts'

const ORDERS = 4_000
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

const schemaSql = `
select indexdef as part from pg_indexes where schemaname = 'public'
union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
where connamespace = 'public'::regnamespace and conrelid <> 0
union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`

async function readSchema({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(schemaSql)
  return rows.map(({ part }) => part)
}

/** Tables that bench:seed leaves empty, by reason. */
const empty: Readonly<Record<string, string>> = {
  'the operator has changed nothing, and the product makes it at its start':
    'settings settings_secrets brand_pictures legal_texts secret_key_check database_mode setup_links gateways sandbox_mailbox',
  'it is what runs now':
    'processes rate_limits provider_leases ticket_presence view_as_sessions staff_alerts',
  'a job has done it and deleted the row':
    'reset_requests user_deletions observed_charges favourite_updates favourite_update_services held_back_supplies',
  'a secret belongs to it, or a file outside of the database':
    'two_factor recovery_codes password_resets invitations attachments backups restorations',
  'it is of another server, which would be asked about it':
    'gateway_accounts gateway_lists gateway_refusals listed_payments provider_lists translations import_texts',
  'few rows, whatever the shop has':
    'refusal_sentences learned_costs name_cleanings renamed_services added_payments',
  'the ledger check writes it': 'ledger_checks checked_accounts',
  'of so few orders none is in review behind an attempt': 'incidents',
}

test('bench:seed continues after an interruption, and leaves the whole schema and a clean audit', async () => {
  const database = await makeEmptyDatabase()
  databases.push(database)
  const { url, pool } = database
  const interrupted = seed({
    url,
    orders: ORDERS,
    onProgress: () => {
      throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const count = async () => (await pool.query('select count(*)::int as orders from orders')).rows[0]
  const before = await count()
  expect(before.orders).toBeGreaterThan(0)
  expect(before.orders).toBeLessThan(ORDERS)

  await seed({ url, orders: ORDERS })
  expect(await count()).toEqual({ orders: ORDERS })
  const violated = (await checkInvariants(url)).filter(({ violations }) => violations > 0)
  expect(violated).toEqual([])

  const { rows: tables } = await pool.query<{ name: string; has_rows: boolean }>(
    `select relname as name, (xpath('/row/has/text()', query_to_xml(
        format('select exists (select from %I) as has', relname), false, true, '')))[1]::text::boolean as has_rows
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const without = tables.filter(({ has_rows: has }) => !has).map(({ name }) => name)
  expect(without.toSorted()).toEqual(
    Object.values(empty)
      .flatMap((names) => names.split(' '))
      .toSorted(),
  )

  const whole = await makeTestDatabase()
  databases.push(whole)
  expect(await readSchema(database)).toEqual(await readSchema(whole))
})
