import * as z from 'zod/mini'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { sentFault } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { AddOutcome } from '#server/integrations/panels/panel.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'

/** An id that was not stored within this time is written to a file, even while the database is waiting. */
const SAVE_AFTER_MS = 1_000

/** An outcome with the provider's order id: without it nothing shows what was bought. */
type Named = Extract<AddOutcome, { order?: string }> & { order: string }

export function isNamed(outcome: AddOutcome): outcome is Named {
  return 'order' in outcome && outcome.order !== undefined
}

/**
 * Saves an outcome to a file in DATA_DIR unless this is canceled within a second: an order id is answered only once,
 * and the process may end while the database is down. One small file per outcome, so that processes do not interfere.
 */
export function saveOutcomeSoon(
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

const isFault = (saved: unknown) => z.safeParse(sentFault, saved).success

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
      z.object({ kind: z.literal('unknown'), order: z.string(), fault: z.custom<Fault>(isFault) }),
    ]),
  }),
)

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

export async function readSavedOutcome(path: string): Promise<AttemptKey & { outcome: Named }> {
  return z.decode(savedOutcome, await readFile(path, 'utf8'))
}

/** The paths of the saved outcomes. */
export async function listSavedOutcomes(ctx: Context): Promise<string[]> {
  try {
    const names = await readdir(folderOf(ctx))
    return names.filter((name) => name.endsWith('.json')).map((name) => join(folderOf(ctx), name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** Moves a saved outcome to a folder for the operator; it is not processed any more. */
export async function setAside(ctx: Context, path: string): Promise<void> {
  const folder = join(folderOf(ctx), 'orphaned')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, join(folder, basename(path)))
}

function folderOf({ config }: Context): string {
  return join(config.dataDir, 'outcomes')
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
