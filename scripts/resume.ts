import { AppError } from '#contract/base/errors.ts'
import { formatMoney } from '#contract/base/money.ts'
import type { Restoration, ResumeCounts } from '#contract/operations/restoration.ts'
import { english } from '#contract/words/en.ts'
import { sayError } from '#contract/words/say.ts'
import { proveSecretKey } from '#server/boot/prove-secret-key.ts'
import { readConfig } from '#server/config.ts'
import { type Context, makeContext } from '#server/context.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { describeDeletedSince } from '#server/modules/operations/restored/deleted-users.ts'
import { PHYSICAL } from '#server/modules/operations/restored/fence-physical.ts'
import { planResume } from '#server/modules/operations/restored/plan-resume.ts'
import { type OnProgress, resumeRestored } from '#server/modules/operations/restored/resume-restored.ts'

import { withDatabase } from './with-database.ts'

const PROGRESS_MS = 10_000
const labels: Record<keyof ResumeCounts, string> = {
  orders: 'orders that were queued, being sent or in review, to review: they may have been sent since',
  cancels: 'orders with a cancel request under way, to review',
  refills: 'orders with a refill request under way, to review',
  deposits: 'open deposits, read again at their gateways',
  emails: 'queued emails, listed as failed: staff can send them again',
  announcements: 'announcements that were being sent, listed as failed jobs',
  sessions: 'sessions, ended',
  links: 'one-time links, ended',
  users: 'users deleted since the archive, deleted again',
}

/**
 * `npm run resume`: shows what resuming a restored database will do, and with `--confirm` does it, with or without a
 * running product. A running product continues within a second.
 */
try {
  const options = process.argv.slice(2)
  if (options.some((option) => option !== '--confirm'))
    throw new ConfigError('Usage: npm run resume, and then: npm run resume -- --confirm')
  await withProduct(async (ctx) => {
    const restoration = await planResume(ctx)
    if (restoration === null)
      throw new ConfigError('This database is not fenced. There is nothing to resume.')
    if (!options.includes('--confirm'))
      return console.log(describePlan(restoration, await describeDeletedSince(ctx)))
    const done = await resumeRestored(ctx, { id: restoration.id, onProgress: makeProgress() })
    console.log(['Resumed. Orders are sent again.', ...listCounts(done)].join('\n'))
  })
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof AppError)) throw error
  console.error(error instanceof AppError ? sayError(english, error) : error.message)
  process.exitCode = 1
}

/** A large queue takes minutes: prints a line every ten seconds, and after each step. */
function makeProgress(): OnProgress {
  let last: { step: string; at: number } | undefined
  return (step, count) => {
    const at = performance.now()
    if (last?.step === step && at - last.at < PROGRESS_MS) return
    last = { step, at }
    console.error(`… ${count.toLocaleString('en-US')} ${labels[step]}`)
  }
}

async function withProduct(work: (ctx: Context) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  await withDatabase(config, async (url) => {
    const pool = makePool({ url, max: 5, applicationName: 'tally-and-reach resume' })
    const secretKey = await proveSecretKey(config, pool)
    const own = { ...config, databaseUrl: url, databaseDirectUrl: url, secretKey }
    const ctx = await makeContext({ config: own, pool, log: makeLog('warn', process.stderr) })
    await work(ctx).finally(async () => {
      await ctx.close()
      await pool.end()
    })
  })
}

function listCounts(counts: ResumeCounts): string[] {
  const names = Object.keys(labels) as (keyof ResumeCounts)[] // of this table
  return names.map((name) => `${String(counts[name]).padStart(8)}  ${labels[name]}`)
}

function describePlan(
  { archive_id: archive, taken_at: takenAt, plan, ...found }: Restoration,
  deleted: Awaited<ReturnType<typeof describeDeletedSince>>,
): string {
  const unlisted = found.gateways.filter(({ is_listed: isListed }) => !isListed)
  return [
    `This database was restored from ${archive === PHYSICAL ? 'a physical backup' : `the archive ${archive}`} of ${takenAt.toISOString()}. Resuming will do this:`,
    ...listCounts(plan),
    ...deleted.map(
      ({ id, email, balance }) =>
        `User ${id}, ${email}, with a balance of $${formatMoney(balance)}, is deleted again.`,
    ),
    ...(found.has_deleted_users
      ? []
      : [
          'There is no list of users deleted since, or its bucket cannot be read. Copy deleted-users.jsonl of the lost DATA_DIR here, if you have it.',
        ]),
    ...unlisted.map(
      ({ gateway }) =>
        `${gateway} has no list of payments: look there for what was paid since, and credit it by hand.`,
    ),
    ...found.providers.map(
      ({ name, currency, before, now, difference }) =>
        `${name}: balance ${before ?? 'unknown'} ${currency} in the archive, now ${now ?? 'unknown'}, difference ${difference ?? 'unknown'}.`,
    ),
    'To do it: npm run resume -- --confirm',
  ].join('\n')
}
