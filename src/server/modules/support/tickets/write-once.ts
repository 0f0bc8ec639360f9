import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { Upload } from '#server/modules/support/attachments/inspect-files.ts'
import { deleteKeysBefore, findTicketKey, type Keyed, setWritten, takeTicketKey } from './key-queries.ts'

export type Written = { id: bigint; isReplayed: boolean }

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 2_000

/**
 * Writes under the key, or answers what was written under it: by a copy that came at the same moment as well. The first
 * thing in its tx. Throws `idempotency_key_reused`.
 */
export async function writeOnce(
  tx: Tx,
  { keyed, now }: { keyed: Keyed | undefined; now: Date },
  write: () => Promise<bigint>,
): Promise<Written> {
  if (keyed === undefined) return { id: await write(), isReplayed: false }
  if (await takeTicketKey(tx, { ...keyed, now })) {
    const id = await write()
    await setWritten(tx, keyed, id)
    return { id, isReplayed: false }
  }
  const id = await findWritten(tx, keyed)
  if (id === undefined) throw new Error('a key that was taken is gone')
  return { id, isReplayed: true }
}

/**
 * What was written under the key. Asked before anything is counted, looked at or kept: what was done is answered also where
 * it could not be done again. Throws `idempotency_key_reused`.
 */
export async function findWritten(db: Kysely<DB>, keyed: Keyed | undefined): Promise<bigint | undefined> {
  const first = keyed && (await findTicketKey(db, keyed))
  if (keyed === undefined || first === undefined) return undefined
  if (!keyed.requestHash.equals(first.request_hash)) throw new AppError('idempotency_key_reused')
  return first.written_id ?? undefined
}

type Asked = Omit<Keyed, 'key' | 'requestHash'> & {
  key: string | undefined
  /** What would make it another request. */
  body: readonly (string | number | bigint | undefined)[]
  uploads?: readonly Upload[]
}

/** Undefined where no key came with it. */
export function toKeyed({ key, body, uploads = [], ...whose }: Asked): Keyed | undefined {
  if (key === undefined) return undefined
  const files = uploads.map(({ name, bytes }) => [name, digest(bytes).toString('hex')])
  const texts = body.map((part) => (part === undefined ? null : String(part)))
  return { ...whose, key, requestHash: digest(JSON.stringify([texts, files])) }
}

function digest(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Keys are remembered for 30 days. Answers true when there may be more. */
export async function forgetTicketKeys({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - limits.idempotencyDays * DAY_MS)
  const max = ROWS_PER_STATEMENT
  return (await deleteKeysBefore(db, { before, max })) === BigInt(max)
}
