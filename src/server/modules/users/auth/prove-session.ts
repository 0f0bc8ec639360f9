import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { ShownProof } from '#contract/base/proof.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import { proveCode, takeCode, wrongCode } from '#server/modules/users/two-factor/prove-code.ts'

import { giveBack, takeTry, type Tried } from './limit-tries.ts'
import { networkOf } from './networks.ts'
import { findPassword } from './password-queries.ts'
import { checkPassword } from './prove-password.ts'
import { thisMoment, thisStatement } from './sessions-queries.ts'

type ProofRequest = { userId: number; sessionId: string; address: string; shown: ShownProof }

/**
 * Whether a session has a fresh proof: its sign-in, or a password or code shown within `limits.proofMinutes`. One given
 * now is checked first and counts. Throws `invalid_fields` for a wrong one, and `rate_limited`.
 */
export type ProveSession = (request: ProofRequest) => Promise<ProofState>

export async function proveSession(ctx: Context, request: ProofRequest): Promise<ProofState> {
  const { shown } = request
  if (shown.password !== undefined) await showPassword(ctx, request, shown.password)
  else if (shown.code !== undefined) await showCode(ctx, request, shown.code)
  return findProofState(ctx.db, request)
}

/** Counts as a login attempt and as a password attempt; a correct password refunds both. */
async function showPassword(
  ctx: Context,
  { userId, address, sessionId }: ProofRequest,
  password: string,
): Promise<void> {
  const [{ email }, stored] = await Promise.all([getUser(ctx.db, userId), findPassword(ctx.db, { userId })])
  const tried: Tried[] = [
    { what: 'password', parts: [userId] },
    { what: 'login', parts: [email, networkOf(address), stored?.sessionEpoch ?? 0] },
  ]
  for (const one of tried) await takeTry(ctx, one)
  await checkPassword(ctx, { userId, password, address })
  await giveBack(ctx, tried)
  await writeProof(ctx.db, { userId, sessionId })
}

async function showCode(
  ctx: Context,
  { userId, address, sessionId }: ProofRequest,
  code: string,
): Promise<void> {
  const stored = await findPassword(ctx.db, { userId })
  const proven = await proveCode(ctx, { userId, epoch: stored?.sessionEpoch ?? 0, address }, code)
  if (proven === undefined) throw wrongCode()
  await transact(ctx, async (tx, publish) => {
    if (!(await takeCode(tx, publish, proven))) throw wrongCode()
    await writeProof(tx, { userId, sessionId })
  })
}

type Session = { userId: number; sessionId: string }

type ProofState = { isProven: boolean; hasTwoFactor: boolean }

/** By the database's clock, which wrote both times. `greatest` ignores nulls. */
async function findProofState(db: Kysely<DB>, { userId, sessionId }: Session): Promise<ProofState> {
  const { rows } = await sql<ProofState>`
    select exists (
        select from sessions where user_id = ${userId} and id = ${sessionId}::uuid
          and greatest(signed_in_at, proven_at)
            > ${thisMoment} - make_interval(mins => ${sql.lit(limits.proofMinutes)})) as "isProven",
      exists (
        select from two_factor where user_id = ${userId} and enabled_at is not null) as "hasTwoFactor"`.execute(
    db,
  )
  return rows[0] ?? { isProven: false, hasTwoFactor: false }
}

/** For the whole renewal chain: the session may be renewed while the proof is checked. */
async function writeProof(db: Kysely<DB>, { userId, sessionId }: Session): Promise<void> {
  await sql`
    update sessions set proven_at = ${thisStatement}
    where user_id = ${userId} and ends_at > ${thisStatement}
      and chain = (select chain from sessions where user_id = ${userId} and id = ${sessionId}::uuid)`.execute(
    db,
  )
}
