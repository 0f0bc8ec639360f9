import type { Tx } from '#server/lib/postgres/transact.ts'

/** A UTC day's first and last balance, in dollars. */
export type PastBalance = { day: string; first: string; firstAt: Date; last: string; lastAt: Date }

/** Writes the balances of the demo's past days; days already read are not changed. */
export async function writePastBalances(
  tx: Tx,
  providerId: number,
  days: readonly PastBalance[],
): Promise<void> {
  if (days.length === 0) return
  await tx
    .insertInto('provider_balances')
    .values(
      days.map(({ day, first, firstAt, last, lastAt }) => ({
        provider_id: providerId,
        day,
        currency: 'USD',
        first,
        first_at: firstAt,
        last,
        last_at: lastAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
