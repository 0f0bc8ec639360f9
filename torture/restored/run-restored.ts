import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#sandbox/provider/random.ts'
import { type Finding, finding } from '#torture/checker/finding.ts'
import { type Caller, makeCaller, toRecord } from '#torture/clients/call-product.ts'
import type { Violate } from '#torture/clients/client-context.ts'
import { makeStaffClient } from '#torture/clients/staff-client.ts'
import { stopInOrder } from '#torture/nemesis/stop-in-order.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'
import { openShop } from '#torture/run/open-shop.ts'
import { type Prepared, prepareRun, tearDown } from '#torture/run/prepare-run.ts'

import { checkRestored, type PlacedAround, type Restore } from './check-restored.ts'
import { runCommand } from './run-command.ts'

const CUSTOMERS = 4
/** The most that one person may credit per day, and enough for the orders of a run. */
const BALANCE = 200
const SERVICE = 'Instagram Likes one'
const QUANTITY = 111
/** Longer than the product takes to send queued orders. */
const NOTHING_SENT_MS = 2_000
const DECIDED_SECONDS = 90

/**
 * Rounds in which the database is lost: a backup while customers order, orders after it, kill -9, restore, a resume
 * that is killed half-way in every second round, and staff who decide by the providers' journals. What was acknowledged
 * after a backup is lost by definition; nothing may be accepted twice. Returns whether there were no violations.
 */
export async function runRestored(
  { restores, seed }: { restores: number; seed: number },
  say: (line: string) => void,
): Promise<boolean> {
  const prepared = await prepareRun('embedded', { hasSecond: false, seed, during: () => 'a restore' })
  const { dirs, product, history, sandboxes } = prepared
  const abandon = () => void tearDown(prepared).finally(() => process.exit(130))
  process.on('SIGINT', abandon).on('SIGTERM', abandon)
  say(`seed ${seed}, ${restores} restores; history and logs in ${dirs.run}`)
  const violations: Finding[] = []
  const violate: Violate = (kind, what) => {
    violations.push(finding(kind, what))
    history.note('checker', 'VIOLATION', { kind, what })
  }
  try {
    const run = await openRun(prepared, { seed, violate })
    const done: Restore[] = []
    for (let round = 1; round <= restores; round += 1) {
      const restore = await loseAndRestore(run, round)
      done.push(restore)
      say(`restore ${round}: ${restore.decided} orders decided, resumed in ${restore.resumes} tries`)
    }
    for (const { kind, what } of await checkRestored(prepared, { placed: run.placed, restores: done }))
      violate(kind, what)
    await stopInOrder({ product, history, violate })
    const lost = run.placed.filter(({ isLost }) => isLost === true).length
    const accepts = sandboxes.accepts().length
    say(`orders ${run.placed.length}, taken ${accepts}, lost with a backup ${lost}`)
    for (const { kind, what } of violations) say(`${kind}: ${what}`)
  } finally {
    await tearDown(prepared)
    process.off('SIGINT', abandon).off('SIGTERM', abandon)
  }
  if (violations.length === 0) rmSync(dirs.run, { recursive: true, force: true })
  else say(`What happened: ${dirs.run}/history.jsonl; the product's logs: ${dirs.logs}`)
  return violations.length === 0
}

type Account = { email: string; password: string }
type Run = {
  prepared: Prepared
  caller: Caller
  random: Random
  violate: Violate
  customers: Account[]
  serviceId: number
  placed: PlacedAround[]
}

async function openRun(
  prepared: Prepared,
  { seed, violate }: { seed: number; violate: Violate },
): Promise<Run> {
  const { product, admin, sandboxes, database } = prepared
  await product.start('together')
  const giveUp = new AbortController().signal
  const caller = makeCaller({ url: product.url, giveUp, onWaited: () => undefined })
  const { query } = database
  const shop = await openShop({ caller, admin, servers: sandboxes.providers, query })
  const customers: Account[] = []
  for (let number = 1; number <= CUSTOMERS; number += 1) {
    const account = { email: `customer-${number}@torture.example.com`, password: `walnut-harbour-${seed}` }
    await caller.callUntilAnswered({
      method: 'POST',
      path: '/api/auth/register',
      body: { name: 'C', terms: true, ...account },
    })
    const body = { user: account.email, amount: BALANCE, reference: `BANK ${number}`, reason: 'For the run' }
    await shop.staffClient.do({ path: '/api/admin/deposits', body })
    customers.push(account)
  }
  const serviceId = shop.services.get(SERVICE)
  if (serviceId === undefined) throw new Error(`there is no ${SERVICE}`)
  return { prepared, caller, random: randomFor(seed, 'restored'), violate, customers, serviceId, placed: [] }
}

async function loseAndRestore(run: Run, round: number): Promise<Restore> {
  const { prepared, random, violate } = run
  const { dirs, product, history, database } = prepared
  const ordering = new AbortController()
  const customers = run.customers.map((account) => orderUntil(run, account, { round, end: ordering.signal }))
  await sleep(random.int(1_000, 2_500))
  // Some orders are being sent when the backup is taken, and when the product dies.
  const hold = { action: 'add', kind: 'accept_late_reply', times: 2, delay_ms: 4_000 }
  await prepared.sandboxes.providers.one.control('faults', hold)
  const file = join(dirs.run, `backup-${round}.tar.zst`)
  const written = await runCommand(product.env, 'backup', [`--to=${file}`])
  if (written.code !== 0) violate('other', `the backup ended with ${written.code}: ${written.said}`)
  await sleep(random.int(500, 3_000))
  history.note('nemesis', 'the database is lost', { round })
  const postmaster = database.findPostmaster()
  product.kill()
  await product.stop()
  const killedAt = Date.now()
  ordering.abort()
  if (postmaster !== undefined) await endProcess(postmaster)
  await Promise.all(customers)

  const lost = `${dirs.product}-lost`
  renameSync(dirs.product, lost)
  mkdirSync(dirs.product)
  rmSync(lost, { recursive: true, force: true })
  const restored = await runCommand(product.env, 'restore', [file])
  if (restored.code !== 0) violate('other', `the restore ended with ${restored.code}: ${restored.said}`)
  rmSync(file)
  await product.start('together')
  await expectFenced(run, round)
  const [row] = await database.query<{ taken_at: Date }>(
    'select taken_at from restorations where resumed_at is null',
  )
  const resumes = await resume(run, { isKilled: round % 2 === 1 })
  history.note('nemesis', 'the database is resumed', { round, resumes })
  const decided = await decideAll(run)
  return { takenAt: row?.taken_at.getTime() ?? 0, killedAt, resumes, decided }
}

/** Consecutive orders, each with its own link, and never repeated: a lost one's result stays unknown. */
async function orderUntil(
  { caller, serviceId, placed }: Run,
  account: Account,
  { round, end }: { round: number; end: AbortSignal },
): Promise<void> {
  const token = await signIn(caller, account)
  for (let number = 1; !end.aborted; number += 1) {
    const link = `https://www.instagram.com/p/${account.email.split('@')[0]}-${round}-${number}`
    const body = { service_id: serviceId, link, quantity: QUANTITY }
    const order: PlacedAround = { link }
    placed.push(order)
    const answer = await caller.call({ method: 'POST', path: '/api/orders/create', token, body })
    if (answer.status === 201)
      order.acknowledged = { id: Number(toRecord(answer.body['order'])['id']), at: Date.now() }
    await sleep(40)
  }
}

async function signIn(caller: Caller, body: Account): Promise<string> {
  const answer = await caller.callUntilAnswered({ method: 'POST', path: '/api/auth/login', body })
  return String(answer?.body['token'])
}

/** Nothing is sent, and nothing is accepted. */
async function expectFenced(run: Run, round: number): Promise<void> {
  const { prepared, caller, customers, serviceId, violate } = run
  const { sandboxes } = prepared
  const [first] = customers
  if (first === undefined) throw new Error('there is no customer')
  const token = await signIn(caller, first)
  const before = sandboxes.accepts().length
  const body = {
    service_id: serviceId,
    link: `https://www.instagram.com/p/fenced-${round}`,
    quantity: QUANTITY,
  }
  const { status, body: refusal } = await caller.call({
    method: 'POST',
    path: '/api/orders/create',
    token,
    body,
  })
  if (status !== 503)
    violate('other', `a fenced product answered an order with ${status} ${JSON.stringify(refusal)}`)
  await sleep(NOTHING_SENT_MS)
  const sent = sandboxes.accepts().length - before
  if (sent > 0) violate('other', `a fenced product sent ${sent} orders`)
}

/** Returns the number of attempts. */
async function resume(
  { prepared, random, violate }: Run,
  { isKilled }: { isKilled: boolean },
): Promise<number> {
  const { env } = prepared.product
  if (isKilled) await runCommand(env, 'resume', ['--confirm'], { killAfterMs: random.int(700, 2_500) })
  const { code, said } = await runCommand(env, 'resume', ['--confirm'])
  // The killed one may have completed.
  if (code !== 0 && !said.includes('not fenced')) violate('other', `the resume ended with ${code}: ${said}`)
  return isKilled ? 2 : 1
}

/** Like staff who read the provider's list of orders: an accepted one exists there, any other is sent. */
async function decideAll({ prepared, caller, violate }: Run): Promise<number> {
  const { admin, sandboxes, database } = prepared
  const staff = makeStaffClient({ caller, token: await signIn(caller, admin), password: admin.password })
  const decided = new Set<number>()
  for (const until = Date.now() + DECIDED_SECONDS * 1000; Date.now() < until; await sleep(500)) {
    const [open] = await database.query<{ count: number }>(
      `select count(*)::int as count from dispatch_queue`,
    )
    if (open?.count === 0) return decided.size
    const path = '/api/admin/orders?attention=true&limit=200'
    const { body } = await staff.ask({ method: 'GET', path })
    for (const order of Array.isArray(body['orders']) ? body['orders'].map(toRecord) : []) {
      if (toRecord(order['dispatch'])['state'] !== 'review') continue
      const taken = sandboxes.accepts().find(({ link }) => link === order['link'])
      const reason = 'By the list of the provider'
      const own = taken === undefined ? { reason } : { reason, provider_order: String(taken.order) }
      const verb = taken === undefined ? 'retry' : 'complete'
      const { status } = await staff.ask({
        path: `/api/admin/orders/${String(order['id'])}/${verb}`,
        body: own,
      })
      if (status < 300) decided.add(Number(order['id']))
    }
  }
  violate('stuck', `what was restored was not decided and sent within ${DECIDED_SECONDS} s`)
  return decided.size
}

async function endProcess(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      return
    }
    await sleep(50)
  }
}
