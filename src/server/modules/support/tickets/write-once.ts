import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Upload } from '#server/modules/attachments/inspect-files.ts'

type WriteResult = { id: bigint; isReplayed: boolean }

/**
 * Runs `write` under the key, or answers what was already written under it, even by a concurrent copy of the request.
 * Must come first in its tx. Throws `idempotency_key_reused`.
 */
export async function writeOnce(
  tx: Tx,
  { keyed, now }: { keyed: KeyedRequest | undefined; now: Date },
  write: () => Promise<bigint>,
): Promise<WriteResult> {
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
 * What was written under the key. Looked up before any other check, so that a retry is answered even if the request
 * would now be refused. Throws `idempotency_key_reused`.
 */
export async function findWritten(
  db: Kysely<DB>,
  keyed: KeyedRequest | undefined,
): Promise<bigint | undefined> {
  const first = keyed && (await findTicketKey(db, keyed))
  if (keyed === undefined || first === undefined) return undefined
  if (!keyed.requestHash.equals(first.request_hash)) throw new AppError('idempotency_key_reused')
  return first.written_id ?? undefined
}

type UnhashedRequest = Omit<KeyedRequest, 'key' | 'requestHash'> & {
  key: string | undefined
  /** What identifies the request besides its key. */
  body: readonly (string | number | bigint | undefined)[]
  uploads?: readonly Upload[]
}

/** Undefined without a key. */
export function toKeyed({ key, body, uploads = [], ...whose }: UnhashedRequest): KeyedRequest | undefined {
  if (key === undefined) return undefined
  const files = uploads.map(({ name, bytes }) => [name, digest(bytes).toString('hex')])
  const texts = body.map((part) => (part === undefined ? null : String(part)))
  return { ...whose, key, requestHash: digest(JSON.stringify([texts, files])) }
}

function digest(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** A request under its sender's key. Keys of staff are scoped to the customer whose rows are written. */
export type KeyedRequest = {
  userId: number
  senderId: number
  call: DB['ticket_keys']['call']
  key: string
  requestHash: Buffer
}

/** False if the key is taken. Waits for a concurrent copy. */
async function takeTicketKey(tx: Tx, keyed: KeyedRequest & { now: Date }): Promise<boolean> {
  const taken = await tx
    .insertInto('ticket_keys')
    .values({
      user_id: keyed.userId,
      sender_id: keyed.senderId,
      call: keyed.call,
      idempotency_key: keyed.key,
      request_hash: keyed.requestHash,
      created_at: keyed.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function setWritten(
  tx: Tx,
  { userId, senderId, call, key }: KeyedRequest,
  writtenId: bigint,
): Promise<void> {
  await tx
    .updateTable('ticket_keys')
    .set({ written_id: writtenId })
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('call', '=', call)
    .where('idempotency_key', '=', key)
    .execute()
}

async function findTicketKey(db: Kysely<DB>, { userId, senderId, call, key }: KeyedRequest) {
  return db
    .selectFrom('ticket_keys')
    .select(['request_hash', 'written_id'])
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('call', '=', call)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
