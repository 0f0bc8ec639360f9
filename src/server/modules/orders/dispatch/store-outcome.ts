import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import * as z from 'zod/mini'

import type { Context } from '#server/context.ts'
import type { AddExchange } from '#server/integrations/panels/add-panel-order.ts'
import type { LandedOutcome } from '#server/integrations/panels/read-add.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'

import { workThrough } from '#server/lib/queue/loop.ts'

import { landOutcome } from './land-outcome.ts'

/** An id that could not be written for that long is on its way to the disk, whatever the database is waiting for. */
const KEEP_AFTER_MS = 1_000
const RETRY_MS_FIRST = 400
const RETRY_MS_MAX = 15_000

/** An answer that names the provider's order: without it, nobody could tell what was bought. */
type Named = Extract<LandedOutcome, { order?: string }> & { order: string }

/**
 * Lands an outcome, however long the database is away: the answer of an `add` comes once. One that names the provider's
 * order is also kept in a file of DATA_DIR until it is written, should the process end before. Throws when `signal`
 * is aborted and it still can not be written: then the lease decides, or the file.
 */
export async function landUntilWritten(
  ctx: Context,
  {
    attempt,
    outcome,
    exchange,
    signal,
  }: {
    attempt: AttemptKey
    outcome: LandedOutcome
    exchange?: AddExchange | undefined
    signal: AbortSignal
  },
): Promise<void> {
  const file = isNamed(outcome) ? openKeeping(ctx, attempt, outcome) : undefined
  for (let waitMs = RETRY_MS_FIRST; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
    try {
      await landOutcome(ctx, attempt, outcome, exchange)
      return await file?.forget()
    } catch (error) {
      ctx.log.error({ err: error, order: attempt.order_id, outcome }, 'an outcome could not be written')
      await file?.keep()
      if (signal.aborted) throw error
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/**
 * Lands what processes that are gone have stored. The token in each decides: landing it twice changes nothing. One that
 * can not be landed stays for the next round and holds up no other; the round fails, so that staff hear of it.
 */
export async function landStoredOutcomes(ctx: Context): Promise<false> {
  await workThrough({ items: await listKept(ctx), atOnce: 1, work: (path) => landKept(ctx, path) })
  return false
}

async function landKept(ctx: Context, path: string): Promise<void> {
  try {
    const { outcome, ...attempt } = z.decode(keptOutcome, await readFile(path, 'utf8'))
    await landOutcome(ctx, attempt, outcome)
    await rm(path, { force: true })
    ctx.log.info({ order: attempt.order_id, outcome }, 'a stored outcome has landed')
  } catch (error) {
    // Landed and removed meanwhile by the process that stored it.
    if (isAbsent(error)) return
    ctx.log.error({ err: error, path }, 'a stored outcome could not be landed')
    throw error
  }
}

const keptOutcome = z.pipe(
  z.codec(z.string(), z.unknown(), {
    decode: (text): unknown => JSON.parse(text),
    encode: (value) => `${JSON.stringify(value)}\n`,
  }),
  z.object({
    user_id: z.int(),
    order_id: z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String }),
    number: z.int(),
    token: z.uuid(),
    provider_id: z.int(),
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), order: z.string() }),
      z.object({ kind: z.literal('unknown'), order: z.string(), error: z.string() }),
    ]),
  }),
)

function isNamed(outcome: LandedOutcome): outcome is Named {
  return 'order' in outcome && outcome.order !== undefined
}

/** One small file for each, so that any number of processes may keep, land and remove theirs side by side. */
function openKeeping(
  ctx: Context,
  { user_id, order_id, number, token, provider_id }: AttemptKey,
  outcome: Named,
) {
  const path = join(folderOf(ctx), `${token}.json`)
  let writing: Promise<void> | undefined
  const keep = () => {
    const text = z.encode(keptOutcome, { user_id, order_id, number, token, provider_id, outcome })
    writing ??= writeDurably(ctx, path, text).catch((error: unknown) =>
      ctx.log.error({ err: error, order: order_id, outcome }, 'an outcome could not be kept'),
    )
    return writing
  }
  const timer = setTimeout(() => void keep(), KEEP_AFTER_MS)
  return {
    keep,
    forget: async () => {
      clearTimeout(timer)
      if (writing === undefined) return
      await writing
      await rm(path, { force: true })
    },
  }
}

/** There after a power cut, whole or not at all. */
async function writeDurably(ctx: Context, path: string, text: string): Promise<void> {
  await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 })
  const draft = await open(`${path}.part`, 'w', 0o600)
  try {
    await draft.writeFile(text)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.part`, path)
  await syncFolder(folderOf(ctx))
}

/** Windows has no such thing, and needs none. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

async function listKept(ctx: Context): Promise<string[]> {
  try {
    const names = await readdir(folderOf(ctx))
    return names.filter((name) => name.endsWith('.json')).map((name) => join(folderOf(ctx), name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function folderOf({ config }: Context): string {
  return join(config.dataDir, 'outcomes')
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
