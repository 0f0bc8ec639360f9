import * as z from 'zod/mini'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/context.ts'
import type { AddExchange } from '#server/integrations/panels/add-panel-order.ts'
import type { LandedOutcome } from '#server/integrations/panels/read-add.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'
import { workThrough } from '#server/lib/queue/loop.ts'

import { landOutcome } from './land-outcome.ts'

/** An id not stored within this time is written to a file, whatever the database is waiting for. */
const SAVE_AFTER_MS = 1_000
const RETRY_MS_FIRST = 400
const RETRY_MS_MAX = 15_000

/** An outcome with the provider's order id: without it nobody could tell what was bought. */
type Named = Extract<LandedOutcome, { order?: string }> & { order: string }

/**
 * Stores an outcome, retrying for as long as the database is down: the response of an `add` comes only once. An
 * outcome with an order id is also saved to a file in DATA_DIR in case the process ends before. Throws when
 * `signal` is aborted and it still cannot be stored: then the lease decides, or the file.
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
  const file = isNamed(outcome) ? openSaving(ctx, attempt, outcome) : undefined
  for (let waitMs = RETRY_MS_FIRST; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
    try {
      await landOutcome(ctx, attempt, outcome, exchange)
      return await file?.remove()
    } catch (error) {
      ctx.log.error({ err: error, order: attempt.order_id, outcome }, 'an outcome could not be written')
      await file?.save()
      if (signal.aborted) throw error
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/**
 * Stores the outcomes saved by processes that are gone. Each has its token: storing it twice changes nothing. One
 * that fails stays for the next round and blocks no other; the round fails, so that staff are alerted.
 */
export async function landStoredOutcomes(ctx: Context): Promise<false> {
  await workThrough({ items: await listSaved(ctx), atOnce: 1, work: (path) => landSaved(ctx, path) })
  return false
}

async function landSaved(ctx: Context, path: string): Promise<void> {
  try {
    const { outcome, ...attempt } = z.decode(savedOutcome, await readFile(path, 'utf8'))
    await landOutcome(ctx, attempt, outcome)
    await rm(path, { force: true })
    ctx.log.info({ order: attempt.order_id, outcome }, 'a stored outcome has landed')
  } catch (error) {
    // Stored and removed meanwhile by the process that saved it.
    if (isAbsent(error)) return
    ctx.log.error({ err: error, path }, 'a stored outcome could not be landed')
    throw error
  }
}

const savedOutcome = z.pipe(
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

/** One small file per outcome, so that processes do not interfere. */
function openSaving(
  ctx: Context,
  { user_id, order_id, number, token, provider_id }: AttemptKey,
  outcome: Named,
) {
  const path = join(folderOf(ctx), `${token}.json`)
  let writing: Promise<void> | undefined
  const save = () => {
    const text = z.encode(savedOutcome, { user_id, order_id, number, token, provider_id, outcome })
    writing ??= writeDurably(ctx, path, text).catch((error: unknown) =>
      ctx.log.error({ err: error, order: order_id, outcome }, 'an outcome could not be saved to a file'),
    )
    return writing
  }
  const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  return {
    save,
    remove: async () => {
      clearTimeout(timer)
      if (writing === undefined) return
      await writing
      await rm(path, { force: true })
    },
  }
}

/** Survives a power failure, complete or not at all. */
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

/** Windows does not support it and does not need it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

async function listSaved(ctx: Context): Promise<string[]> {
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
