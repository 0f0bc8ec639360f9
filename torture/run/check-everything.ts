import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { checkDecisions } from '#torture/checker/check-decisions.ts'
import { checkDeposits } from '#torture/checker/check-deposits.ts'
import { checkFigures } from '#torture/checker/check-figures.ts'
import { checkLeftovers } from '#torture/checker/check-leftovers.ts'
import { checkMoney } from '#torture/checker/check-money.ts'
import { checkOrders, checkSendings } from '#torture/checker/check-orders.ts'
import { checkPrices } from '#torture/checker/check-prices.ts'
import { checkRefills } from '#torture/checker/check-refills.ts'
import { checkRefusals } from '#torture/checker/check-refusals.ts'
import { checkRefunds, type LastWord } from '#torture/checker/check-refunds.ts'
import { checkResale, hasEnded, readResale } from '#torture/checker/check-resale.ts'
import { checkSecrets } from '#torture/checker/check-secrets.ts'
import { checkDeleted, checkStops } from '#torture/checker/check-stops.ts'
import { checkTransfers } from '#torture/checker/check-transfers.ts'
import { TRANSFER_METHOD } from '#torture/clients/transfers.ts'
import { type Finding, finding } from '#torture/checker/finding.ts'
import { findStuck, listOverdue } from '#torture/checker/find-stuck.ts'
import { readRows, type Rows } from '#torture/checker/read-rows.ts'
import { stopInOrder } from '#torture/nemesis/stop-in-order.ts'
import { toRecord } from '#torture/clients/call-product.ts'
import type { Violate } from '#torture/clients/client-context.ts'
import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import { keepRows } from './keep-rows.ts'
import type { Resale, RunResults } from './run-clients.ts'
import type { Prepared } from './prepare-run.ts'

import type { Watched } from './watch-product.ts'

const MEGABYTES_MAX = 1_000
/** Anything paid earlier must be credited: the gateway is polled every 15 s at first, then up to every 5 min. */
const CREDITED_MS = 330_000
/** Longer than a tx takes. */
const READ_AGAIN_MS = 10_000

/**
 * Checks the database against the journals and against the clients' records, then stops the product. Returns what is
 * still waiting in queues that move, which is no violation, and how many orders of the second shop had ended, so that
 * their money was compared.
 */
export async function checkEverything(
  prepared: Prepared,
  {
    results,
    watched,
    violate,
    isSound,
    isLong,
  }: { results: RunResults; watched: Watched; violate: Violate; isSound: boolean; isLong: boolean },
): Promise<{ backlog: string[]; resoldEnded: number }> {
  const { database, sandboxes, product, dirs, secrets, history } = prepared
  const { records, knownPrices } = results
  let count = 0
  const note = (findings: Finding[]) => {
    count += findings.length
    for (const { kind, what } of findings) violate(kind, what)
  }
  // A loaded machine first catches up; the checks start when the queues are empty or stuck.
  const { stuck, backlog } = await findStuck(() => listOverdue(database.query))
  note(stuck.map((what) => finding('stuck', what)))
  // The journals first: what they contain was started before, so the rows must contain it.
  const accepts = [...sandboxes.accepts()]
  const asks = [...sandboxes.refillAsks()]
  const heard = new Map(sandboxes.heard())
  const rows = await readRows(database.query)
  const { transfers, transferAsks } = records
  const paidBefore = Date.now() - CREDITED_MS
  const checkRows = (read: Rows) => [
    ...checkOrders(read.orders, records.orders.values()),
    ...checkSendings(read.orders, accepts),
    ...checkMoney(read),
    ...checkPrices(read, knownPrices),
    ...checkRefills(read, asks, records),
    ...checkStops(records.stops, read.attempts, accepts),
    ...checkDeposits({
      rows: read,
      opened: records.deposits.values(),
      invoices: sandboxes.invoices(),
      byStaff: records.credits,
      paidBefore,
      heard,
      cannotAsk: prepared.cannotAsk,
      confirmed: TRANSFER_METHOD,
    }),
    ...checkTransfers({ rows: read, method: TRANSFER_METHOD, transfers, asks: transferAsks }),
  ]
  note(await confirm(database, checkRows(rows), checkRows))
  note(checkDecisions(records.decided))
  note(checkRefusals(records))
  note(checkDeleted(records.deleted, records.orders.values()))
  note(
    await checkRefunds({
      orders: rows.orders,
      accepts: sandboxes.accepts(),
      records,
      ask: (accept) => askProvider(prepared, accept),
    }),
  )
  // Figures are counted once a minute.
  if (isLong) note(await checkFigures(database.query))
  note(await runAudit('the product', product.env))
  const resale = await checkSecond(prepared, results.resale)
  note(resale.findings)
  note(
    product
      .endings()
      .filter(({ wasAsked }) => !wasAsked)
      .map(({ part, code, signal, during }) =>
        finding('other', `${part} ended unexpectedly with ${signal ?? code} during: ${during}`),
      ),
  )
  if (!isSound || count > 0) await keepRows(database.query, dirs.run)
  if (watched.megabytesMax() > MEGABYTES_MAX)
    note([finding('other', `a process held ${watched.megabytesMax()} MB`)])
  await stopInOrder({ product, history, violate })
  watched.stop()
  note(
    await checkLeftovers({
      mark: dirs.product,
      temporaryDir: dirs.temporary,
      folders: watched.socketFolders,
    }),
  )
  note(
    checkSecrets([dirs.logs, join(dirs.product, 'postgres.log')], {
      ...secrets,
      ...Object.fromEntries(records.secrets),
    }),
  )
  return { backlog, resoldEnded: resale.ended }
}

/**
 * A cluster reads each node and each table at its own moment, so a change between two of them looks like a fault: there only
 * what a second reading finds, too, is one.
 */
async function confirm(
  { workers, query }: Prepared['database'],
  found: Finding[],
  check: (rows: Rows) => Finding[],
): Promise<Finding[]> {
  if (workers === undefined || workers.length === 0 || found.length === 0) return found
  await sleep(READ_AGAIN_MS)
  const again = new Set(check(await readRows(query)).map(({ what }) => what))
  return found.filter(({ what }) => again.has(what))
}

async function askProvider({ sandboxes }: Prepared, { provider, order }: Accept): Promise<LastWord> {
  const told = toRecord(await sandboxes.providers[provider].control(`orders/${order}`))
  return { status: String(told['status']), remains: Number(told['remains']) }
}

/** Once the second shop has stopped ordering, its orders, money and audit are checked like the first's. */
async function checkSecond(
  { second, database }: Prepared,
  resale: Resale | undefined,
): Promise<{ findings: Finding[]; ended: number }> {
  if (second === undefined || resale === undefined) return { findings: [], ended: 0 }
  const queries = { querySecond: second.query, queryFirst: database.query }
  const { resold, bought } = await readResale(queries, resale.buyerId)
  const audited = await runAudit('the second shop', second.env)
  return {
    findings: [...checkResale(resold, bought, resale.placed), ...audited],
    ended: resold.filter(hasEnded).length,
  }
}

/** The product's own audit must find nothing either. */
async function runAudit(whose: string, env: Record<string, string>): Promise<Finding[]> {
  const script = join(import.meta.dirname, '../../scripts/bootstrap.mjs')
  const child = spawn(process.execPath, [script, 'audit'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code === 0) return []
  const broken = said.split('\n').filter((line) => /^I\S+\s+[1-9]/.test(line))
  return [
    finding(
      'other',
      `npm run audit of ${whose} ended with ${String(code)}: ${broken.join('; ') || complained}`,
    ),
  ]
}
