import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import type { Context } from '#server/context.ts'

/** Throws when an invariant of the money is broken: for the end of a test that moved some. */
export async function auditMoney(ctx: Context): Promise<void> {
  const { databaseOwnerUrl: url = '' } = ctx.config
  const broken = (await checkInvariants(url)).filter(({ violations }) => violations > 0)
  if (broken.length > 0) throw new Error(`the audit finds: ${JSON.stringify(broken, undefined, 2)}`)
}
