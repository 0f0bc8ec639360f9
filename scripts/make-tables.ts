/**
 * Writes src/server/lib/postgres/tables.ts from a freshly migrated database.
 * Run it after a new migration: `node_modules/.bin/node scripts/make-tables.ts`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Client } from 'pg'

import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { startThrowawayPostgres } from '#test/start-throwaway-postgres.ts'

export const tablesFile = join(import.meta.dirname, '../src/server/lib/postgres/tables.ts')

/** The types returned by src/server/lib/postgres/pool.ts. */
const scalars: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  json: 'unknown',
  jsonb: 'unknown',
  timestamptz: 'Date',
}

type Column = {
  table: string
  column: string
  type: string
  isRequired: boolean
  isFilled: boolean
  isAlways: boolean
}

async function readColumns(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS "table", a.attname AS "column", t.typname AS "type", a.attnotnull AS "isRequired",
           a.atthasdef OR a.attidentity <> '' AS "isFilled", a.attidentity = 'a' OR a.attgenerated <> '' AS "isAlways"
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
       AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY c.relname COLLATE "C", a.attnum`)
  return rows
}

/**
 * `check (status in ('a', 'b'))` becomes a union of words, and so does `check (list <@ array['a', 'b'])`; by
 * "table.column". Includes constraints that are not validated: they hold for everything written since.
 */
async function readWords(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ place: string; rule: string }>(`
    SELECT c.relname || '.' || a.attname AS place, pg_get_constraintdef(k.oid) AS rule
      FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
     WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace AND cardinality(k.conkey) = 1
     ORDER BY k.conname`)
  const words = new Map<string, string>()
  for (const { place, rule } of rows) {
    const list =
      /^CHECK \(\(\w+ (?:= ANY \(|<@ )ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)?\)\)(?: NOT VALID)?$/.exec(
        rule,
      )?.[1]
    if (list) words.set(place, list.replaceAll('::text', '').replaceAll(', ', ' | '))
  }
  return words
}

function toType(column: Column, words: Map<string, string>): string {
  const isArray = column.type.startsWith('_')
  const scalar = scalars[isArray ? column.type.slice(1) : column.type] ?? 'string'
  const word = words.get(`${column.table}.${column.column}`) ?? scalar
  const nullable = `${isArray ? `(${word})[]` : word}${column.isRequired || word === 'unknown' ? '' : ' | null'}`
  if (column.isAlways) return `GeneratedAlways<${nullable}>`
  return column.isFilled ? `Generated<${nullable}>` : nullable
}

function toName(table: string) {
  return table.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export async function makeTables(client: Client): Promise<string> {
  const words = await readWords(client)
  const tables = Map.groupBy(await readColumns(client), (column) => column.table)
  tables.delete('schema_migrations')
  const types = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${toType(column, words)}`)
    return `export type ${toName(table)} = {\n${lines.join('\n')}\n}\n`
  })
  const list = [...tables.keys()].map((table) => `  ${table}: ${toName(table)}`)
  const all = [...types, `export type DB = {\n${list.join('\n')}\n}\n`].join('\n')
  const helpers = ['Generated', 'GeneratedAlways'].filter((name) => all.includes(`${name}<`))
  const imports = helpers.length > 0 ? `import type { ${helpers.join(', ')} } from 'kysely'\n\n` : ''
  return `// Made by scripts/make-tables.ts from the migrated database. Do not edit.\n\n${imports}${all}`
}

async function main() {
  const server = await startThrowawayPostgres()
  const client = makeClient(server.url)
  try {
    await migrate(server.url)
    await client.connect()
    await writeFile(tablesFile, await makeTables(client))
  } finally {
    await client.end()
    await server.stop()
  }
}

if (import.meta.main) await main()
