import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'

import { transact } from './transact.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
  await app.database.pool.query(`
    create table things (id int primary key, count int not null default 0);
    insert into things values (1), (2);
    create function hang_up() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create table last_words (id int);
    create constraint trigger hang_up after insert on last_words deferrable initially deferred
      for each row execute function hang_up();
    grant all on things, last_words to public`)
})
afterAll(() => app.drop())

const add = (id: number) => sql`update things set count = count + 1 where id = ${id}`

async function readCount(id: number) {
  const { rows } = await app.database.pool.query('select count from things where id = $1', [id])
  return rows[0].count
}

test('publishes events after the commit, so that listeners find their rows', async () => {
  const seen: Promise<number>[] = []
  const off = app.ctx.events.on('order', () => seen.push(readCount(1)))
  await transact(app.ctx, async (tx, publish) => {
    publish({ topic: 'order', userId: 1, id: 1 })
    await add(1).execute(tx)
  })
  off()
  expect(await Promise.all(seen)).toEqual([1])
})

test('changes and publishes nothing when the change is refused', async () => {
  let told = 0
  const off = app.ctx.events.on('order', () => (told += 1))
  const before = await readCount(1)
  const refused = transact(app.ctx, async (tx, publish) => {
    await add(1).execute(tx)
    publish({ topic: 'order', userId: 1, id: 1 })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  off()
  expect([await readCount(1), told]).toEqual([before, 0])
})

test('retries what the database aborted in favour of another tx, and does it once', async () => {
  const [one, two] = [await readCount(1), await readCount(2)]
  let runs = 0
  const both = Promise.withResolvers<void>()
  let waiting = 2
  const crosswise = (first: number, second: number) =>
    transact(app.ctx, async (tx) => {
      runs += 1
      await add(first).execute(tx)
      waiting -= 1
      if (waiting === 0) both.resolve()
      await both.promise
      await add(second).execute(tx)
    })
  await Promise.all([crosswise(1, 2), crosswise(2, 1)])
  expect([await readCount(1), await readCount(2)]).toEqual([one + 2, two + 2])
  expect(runs).toBeGreaterThan(2)
})

test('retries when a shard of the cluster has moved', async () => {
  const before = await readCount(1)
  let runs = 0
  await transact(app.ctx, async (tx) => {
    runs += 1
    await add(1).execute(tx)
    if (runs === 1)
      await sql`do $$ begin raise 'Query could not find the intermediate result file "1_2"'; end $$`.execute(
        tx,
      )
  })
  expect([runs, await readCount(1)]).toEqual([2, before + 1])
})

test('publishes events and retries nothing when the answer of the commit is lost', async () => {
  let told = 0
  let runs = 0
  const off = app.ctx.events.on('order', () => (told += 1))
  const lost = transact(app.ctx, async (tx, publish) => {
    runs += 1
    publish({ topic: 'order', userId: 1, id: 1 })
    await sql`insert into last_words values (1)`.execute(tx)
  })
  await expect(lost).rejects.toThrow(/terminat/)
  off()
  expect([told, runs]).toEqual([1, 1])
})
