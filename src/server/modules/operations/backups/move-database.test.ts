import type { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { openArchive } from './archive/open-archive.ts'
import { makePipe } from './archive/sink.ts'
import { moveDatabase } from './move-database.ts'
import { restoreDatabase } from './restore-database.ts'
import { writeBackup } from './write-backup.ts'

let source: TestDatabase
beforeAll(async () => {
  source = await makeTestDatabase()
})
afterAll(() => source.drop())

async function makeTarget() {
  const target = await makeEmptyDatabase()
  onTestFinished(() => target.drop())
  const isEmpty = async () => {
    const { rows } = await target.pool.query(`select to_regclass('users') is null as is_empty`)
    return rows[0].is_empty
  }
  return { url: target.url, isEmpty }
}

test("the old database is marked before the new one becomes visible; if it can't be marked, nothing is moved", async () => {
  const { url, isEmpty } = await makeTarget()
  const moving = moveDatabase({
    ownerUrl: source.url,
    to: url,
    product: '0.0.0',
    onProgress: () => undefined,
    beforeCommit: () => {
      throw new Error('the disk is full')
    },
    onRolledBack: () => undefined,
  })
  await expect(moving).rejects.toThrow('the disk is full')
  expect(await isEmpty()).toBe(true)
})

/** Ends while it commits, by a trigger that waits for that. */
async function restoreUntilCommit(url: string, end: string, onRolledBack: () => void): Promise<void> {
  const { sink, source: bytes } = makePipe()
  const writing = writeBackup({ ownerUrl: source.url, product: '0.0.0', files: undefined, sink })
  const archive = await openArchive(bytes)
  const beforeCommit = (client: Client) =>
    client
      .query(
        `create function end_it() returns trigger language plpgsql as $$ begin ${end}; return null; end $$;
         create table last_row (id int);
         create constraint trigger end_it after insert on last_row deferrable initially deferred
           for each row execute function end_it();
         insert into last_row values (1)`,
      )
      .then(() => undefined)
  await Promise.all([writing, restoreDatabase({ ownerUrl: url, archive, beforeCommit, onRolledBack })])
}

test('a commit that the server refused has certainly failed; one whose connection broke may not have', async () => {
  let told = 0
  const onRolledBack = () => void (told += 1)
  const refused = await makeTarget()
  await expect(restoreUntilCommit(refused.url, `raise 'refused'`, onRolledBack)).rejects.toThrow('refused')
  expect([told, await refused.isEmpty()]).toEqual([1, true])
  const broken = await makeTarget()
  const end = 'perform pg_terminate_backend(pg_backend_pid())'
  await expect(restoreUntilCommit(broken.url, end, onRolledBack)).rejects.toThrow(/terminat/)
  expect(told).toBe(1)
})
