import { expect, test } from 'vitest'

import { migrationsDir, readMigrations } from './read-migrations.ts'
import { splitStatements } from './split-statements.ts'

test('a semicolon in a string, a name, a comment or a body ends no statement', () => {
  const statements = [
    "select 'a;b', 'it''s; one'",
    ' select "x;y"',
    '\n-- one; comment\nselect 1 /* and; another */',
    ' do $$ begin perform 1; end $$',
    ' create function f() returns text language sql return $q$;$q$',
    ' select 2 - 1',
  ]
  expect(splitStatements(`${statements.join(';')};\n-- the end; of it\n`)).toEqual(statements)
})

test('nothing of a migration is lost', async () => {
  const whole = (sql: string) => sql.replaceAll(/;|\s|--[^\n]*/g, '')
  for (const { sql } of await readMigrations(migrationsDir))
    expect(whole(splitStatements(sql).join('\n'))).toBe(whole(sql))
})
