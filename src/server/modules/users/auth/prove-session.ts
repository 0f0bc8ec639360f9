import type { ShownProof } from '#contract/base/proof.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findPassword } from '#server/modules/users/user-passwords.ts'
import { getUser } from '#server/modules/users/get-user.ts'

import { giveBack, takeTry, type Tried } from './limit-tries.ts'
import { networkOf } from './networks.ts'
import { findProofState, type ProofState, writeProof } from './proof-queries.ts'
import { checkPassword } from './prove-password.ts'
import { wrongCode } from '#server/modules/users/two-factor/prove-both-factors.ts'
import { proveCode, takeCode } from '#server/modules/users/two-factor/prove-code.ts'

type Asking = { userId: number; sessionId: string; address: string; shown: ShownProof }

/**
 * Whether a session has a fresh proof: its sign-in, or a password or code that was shown within `limits.proofMinutes`. What is
 * shown now is checked first, and counts as one. Throws `invalid_fields` for a wrong one, and `rate_limited`.
 */
export type ProveSession = (asking: Asking) => Promise<ProofState>

export async function proveSession(ctx: Context, asking: Asking): Promise<ProofState> {
  const { shown } = asking
  if (shown.password !== undefined) await showPassword(ctx, asking, shown.password)
  else if (shown.code !== undefined) await showCode(ctx, asking, shown.code)
  return findProofState(ctx.db, asking)
}

/** A try like one of a sign-in, and within the bound of passwords shown again. A right one was no guess. */
async function showPassword(
  ctx: Context,
  { userId, address, sessionId }: Asking,
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

async function showCode(ctx: Context, { userId, address, sessionId }: Asking, code: string): Promise<void> {
  const stored = await findPassword(ctx.db, { userId })
  const proven = await proveCode(ctx, { userId, epoch: stored?.sessionEpoch ?? 0, address }, code)
  if (proven === undefined) throw wrongCode()
  await transact(ctx, async (tx, publish) => {
    if (!(await takeCode(tx, publish, proven))) throw wrongCode()
    await writeProof(tx, { userId, sessionId })
  })
}
