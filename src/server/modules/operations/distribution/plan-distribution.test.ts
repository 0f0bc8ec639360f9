import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { distributeDatabase } from './distribute-database.ts'
import { canKeep, listForeignKeys, type PlacedTable, planDistribution } from './plan-distribution.ts'

let database: TestDatabase
let client: Client
let tables: PlacedTable[]

beforeAll(async () => {
  database = await makeTestDatabase()
  client = makeClient(database.url)
  await client.connect()
  tables = await planDistribution(client)
})
afterAll(async () => {
  await endClient(client)
  await database.drop()
})

const named = (by: string) => tables.filter(({ place }) => place.by === by).map(({ name }) => name)

test('tables that grow with customers are distributed with them, colocated with their account', () => {
  expect(named('customer')).toEqual(
    expect.arrayContaining([
      'accounts',
      'deposits',
      'order_events',
      'orders',
      'sessions',
      'tickets',
      'transactions',
    ]),
  )
  expect(named('customer')[0]).toBe('users')
})

test('tables claimed across customers are distributed by what is claimed; tables that every statement reads are replicated', () => {
  expect(named('own')).toEqual(['provider_orders', 'deposit_gateway_ids', 'entered_references'])
  expect(named('copies')).toEqual(['categories', 'providers', 'services', 'supplies'])
})

test('no table with the customer in its key stays on the coordinator, except the queue of deletions', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct indrelid::regclass::text as name from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any (indkey::int2[])
     where indisunique and attname = 'user_id' and indrelid = any ($1::regclass[])`,
    [named('coordinator')],
  )
  expect(rows).toEqual([{ name: 'user_deletions' }])
})

test('a foreign key is kept if both rows are on one node', async () => {
  const places = new Map(tables.map(({ name, place }) => [name, place]))
  const kept = Object.groupBy(await listForeignKeys(client), (key) => String(canKeep(key, places)))
  const say = (list: (typeof kept)[string] = []) =>
    list.map(({ from, columns, to }) => `${from}.${columns} ${to}`)
  expect(say(kept['true'])).toEqual(
    expect.arrayContaining([
      'accounts.user_id users',
      'orders.service_id services',
      'order_events.user_id,order_id orders',
      'recovery_codes.user_id two_factor',
      'services.category_id categories',
      'import_items.import_id imports',
    ]),
  )
  expect(say(kept['false'])).toEqual(
    expect.arrayContaining([
      'audit_log.actor_id users',
      'ticket_notes.actor_id users',
      'provider_leases.provider_id providers',
      'providers.sending_stopped_by users',
      'deposit_gateway_ids.user_id,deposit_id deposits',
    ]),
  )
})

test('a database without a cluster is not distributed, and the refusal says what is missing', async () => {
  const before = await listForeignKeys(client)
  await expect(distributeDatabase({ ownerUrl: database.url, onProgress: () => undefined })).rejects.toThrow(
    'This database is not on a Citus cluster',
  )
  expect(await listForeignKeys(client)).toEqual(before)
})
