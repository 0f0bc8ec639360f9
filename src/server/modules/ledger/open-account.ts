import type { Tx } from '#server/lib/postgres/transact.ts'

import { insertAccount } from './account-queries.ts'

export type Discount = { basisPoints: number; until: Date | null }

/** Every customer has one account, made in the same tx as the user, with the discount that they came for. */
export async function openAccount(tx: Tx, userId: number, discount?: Discount): Promise<void> {
  await insertAccount(tx, userId)
  if (discount !== undefined) await setDiscount(tx, { userId, ...discount })
}

export async function setDiscount(
  tx: Tx,
  { userId, basisPoints, until }: Discount & { userId: number },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ discount_basis_points: basisPoints, discount_until: until })
    .where('user_id', '=', userId)
    .execute()
}
