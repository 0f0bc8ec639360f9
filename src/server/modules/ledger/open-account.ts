import type { Tx } from '#server/lib/postgres/transact.ts'

import { writeDiscount } from '#server/modules/users/custom-rates/rates-queries.ts'
import { insertAccount } from './account-queries.ts'

export type Discount = { basisPoints: number; until: Date | null }

/** Every customer has one account, made in the same tx as the user, with the discount that they came for. */
export async function openAccount(tx: Tx, userId: number, discount?: Discount): Promise<void> {
  await insertAccount(tx, userId)
  if (discount !== undefined) await writeDiscount(tx, { userId, ...discount })
}
