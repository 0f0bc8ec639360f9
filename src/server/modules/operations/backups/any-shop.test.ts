import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { adminCancelOrder, adminRefundOrder, adminSetPartial } from '#contract/orders/order-actions.ts'
import { putOnDisk } from '#server/integrations/outgoing/disk.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { makeEmptyDatabase } from '#test/database.ts'
import { giveBalance, makeService, makeUser } from '#test/factories.ts'
import { fillQueued } from '#test/fill-orders.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { readTables } from '#test/read-tables.ts'

import { openArchiveFile } from './archive/open-archive.ts'
import { makeFileSink } from './archive/sink.ts'
import { restoreDatabase } from './restore-database.ts'
import { writeBackup } from './write-backup.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })

/** Characters that COPY must escape, without those that PostgreSQL's UTF-8 text can't hold (NUL, half a surrogate pair). */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
      fc.string({
        unit: fc.constantFrom('\\', '\t', '\n', '\r', '\\N', '\\.', "'", '"', ',', '{', '\b'),
        maxLength,
      }),
      fc.constantFrom('\\N', '\\.', '\n\\.\n', 'NULL', ' ', '\\x00', '\v'),
    )
    .map((drawn) => drawn.replaceAll('\0', '').slice(0, maxLength))
    .filter((drawn) => drawn.length > 0 && drawn.isWellFormed())

const orderStates = [
  'queued',
  'review',
  'Pending',
  'In progress',
  'Completed',
  'Canceled',
  'refund',
  'cancel',
  'part',
] as const

const shops = fc.record({
  orders: fc.array(fc.constantFrom(...orderStates), { minLength: 2, maxLength: 5 }),
  deposits: fc.array(
    fc.record({
      status: fc.constantFrom('pending', 'review', 'canceled'),
      amount: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      note: fc.option(text(80)),
    }),
    { maxLength: 5 },
  ),
  tickets: fc.array(fc.array(text(200), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  files: fc.array(fc.uint8Array({ minLength: 1, maxLength: 5_000 }), { maxLength: 4 }),
  rates: fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { maxLength: 3 }),
  secret: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  details: fc.jsonValue().filter((value) => !JSON.stringify(value).includes('\\u0000')),
})
type Shop = typeof shops extends fc.Arbitrary<infer Value> ? Value : never

async function placeIn(state: (typeof orderStates)[number], token: string) {
  const as = (id: bigint, body: object) => ({ token, params: { id }, body: { reason: 'so', ...body } })
  if (state === 'queued') return bench.place()
  if (state === 'review') return bench.placeInReview()
  if (state === 'refund') return bench.app.call(adminRefundOrder, as(await bench.placeInReview(), {}))
  if (state === 'cancel') return bench.app.call(adminCancelOrder, as(await bench.place(), {}))
  if (state !== 'part') return bench.placeAt(state)
  const { id } = await bench.placeAt('In progress')
  return bench.app.call(adminSetPartial, as(id, { remains: 10 }))
}

async function fill(shop: Shop, folder: string) {
  const { pool } = bench.app.database
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const settings = { brand: { name: 'Shop' }, mail_password: `a ${shop.secret} b` }
  expect((await bench.app.call(updateSettings, { token: admin.token, body: settings })).status).toBe(200)
  // Orders that stay queued come last: otherwise they would be sent with the next one, and might get its fault.
  const isLeft = (state: string) => Number(state === 'queued')
  for (const state of shop.orders.toSorted((a, b) => isLeft(a) - isLeft(b))) {
    // Orders with an unknown outcome stop sending.
    await bench.resumeSending()
    await placeIn(state, admin.token)
  }
  const { id: userId } = await makeUser(bench.ctx, { balance: '5' })
  for (const rate of shop.rates) {
    const { id } = await makeService(bench.ctx)
    await pool.query('insert into custom_rates (user_id, service_id, rate) values ($1, $2, $3)', [
      userId,
      id,
      rate * 10_000n,
    ])
  }
  for (const { status, amount, note } of shop.deposits)
    await pool.query(
      `insert into deposits (user_id, reference, gateway, payment_method, amount, status, due_at, arrived_as, review_code, review_details)
       values ($1, gen_random_uuid(), 'cryptomus', 'cryptomus', $2, $3, now(), $4,
         case when $3 = 'review' then 'never_finished' end, case when $3 = 'review' then $5::jsonb end)`,
      [userId, amount, status, note, JSON.stringify(shop.details)],
    )
  for (const [subject = '', ...messages] of shop.tickets)
    await pool.query(
      `with ticket as (insert into tickets (user_id, subject, category) values ($1, left($2, 150), 'Other') returning id)
       insert into ticket_messages (user_id, ticket_id, sender, content)
       select $1, ticket.id, 'user', content from ticket, unnest($3::text[]) content`,
      [userId, subject, messages],
    )
  for (const bytes of shop.files) {
    const { rows } = await pool.query<{ key: string }>(
      `with deposit as (
         insert into deposits (user_id, reference, gateway, payment_method, amount, due_at)
         values ($1, gen_random_uuid(), 'bank', 'bank', 1, now()) returning id)
       insert into attachments (user_id, deposit_id, store, key, name, type, bytes)
       select $1, id, 'disk', $1 || '/' || replace(gen_random_uuid()::text, '-', ''), 'a.pdf', 'application/pdf', $2
       from deposit returning key`,
      [userId, bytes.length],
    )
    await putOnDisk(folder, rows[0]?.key ?? '', Buffer.from(bytes))
  }
}

/** Adds customers, orders and money, one tx after the other, until the work is done. */
async function whileWriting<Result>(work: Promise<Result>): Promise<Result> {
  const state = { isDone: false }
  const ended = work.finally(() => (state.isDone = true))
  ended.catch(() => undefined)
  const { id } = await makeUser(bench.ctx)
  const providerId = bench.panel.provider.id
  while (!state.isDone) {
    await fillQueued(bench.app.database.pool, { providerId, orders: 5, customers: 2 })
    await giveBalance(bench.ctx, id, '0.00000001')
  }
  return ended
}

test('any shop is restored as of one moment, even when orders are placed during the backup', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-any-shop-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const folder = join(dataDir, 'attachments')
  let made = 0
  const backUp = async () => {
    const file = join(dataDir, `${(made += 1)}.tar.zst`)
    const files = { folder, bucket: undefined }
    const sink = await makeFileSink(file)
    await writeBackup({ ownerUrl: bench.app.database.url, product: '0.0.0', files, sink })
    return file
  }
  const restore = async (file: string) => {
    const target = await makeEmptyDatabase()
    onTestFinished(() => target.drop())
    const archive = await (
      await openArchiveFile(file, { passphrase: () => Promise.reject(new Error('asked')) })
    ).read()
    const files: Buffer[] = []
    const onFile = async (_client: unknown, { bytes }: { bytes: Buffer }) => void files.push(bytes)
    await restoreDatabase({ ownerUrl: target.url, archive, onFile })
    return { target, files }
  }
  await fc.assert(
    fc.asyncProperty(shops, async (shop) => {
      await fill(shop, folder)
      const underWrites = await restore(await whileWriting(backUp()))
      const broken = (await checkInvariants(underWrites.target.url)).filter(
        ({ violations }) => violations > 0,
      )
      expect(broken).toEqual([])
      const { target, files } = await restore(await backUp())
      expect(await readTables(target.pool)).toEqual(await readTables(bench.app.database.pool))
      const drawn = shop.files.map((bytes) => Buffer.from(bytes))
      expect(files.filter((one) => drawn.some((bytes) => bytes.equals(one)))).toHaveLength(drawn.length)
    }),
    { numRuns: 1, endOnFailure: true },
  )
})
