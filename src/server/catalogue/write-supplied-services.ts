import type { Tx } from '#server/database/transact.ts'

import {
  insertMissingCategories,
  insertSuppliedServices,
  listKnownSupplies,
  lockSupplies,
  type SuppliedService,
  type SupplyTerms,
  updateSuppliedServices,
} from './supply-queries.ts'

export type { SuppliedService }

export type WriteOptions = SupplyTerms & {
  overwriteExisting: boolean
  /** The operator named the platform: services that are there already move to it when they are overwritten. */
  movesExisting: boolean
}
/** `skipped` by the provider's ids: they are there already. */
export type Written = { created: number; updated: number; skipped: string[] }

/**
 * Puts a provider's services on the catalogue, each with its supply, in a handful of statements: 10,000 take some
 * 2 s. Two that write for one provider wait for each other.
 */
export async function writeSuppliedServices(
  tx: Tx,
  offered: readonly SuppliedService[],
  { overwriteExisting, movesExisting, ...terms }: WriteOptions,
): Promise<Written> {
  await lockSupplies(tx, terms.providerId)
  const known = await listKnownSupplies(tx, terms.providerId, offered)
  const fresh = offered.filter(({ providerService }) => !known.has(providerService))
  // One that was taken off the catalogue comes back when it is supplied again.
  const revived = offered.filter(({ providerService }) => known.get(providerService)?.is_deleted === true)
  const present = offered.filter(({ providerService }) => known.get(providerService)?.is_deleted === false)
  const changed = overwriteExisting ? present : []

  await insertMissingCategories(tx, [...fresh, ...revived, ...(movesExisting ? changed : [])])
  await insertSuppliedServices(tx, fresh, terms)
  const idOf = (one: SuppliedService) => known.get(one.providerService)?.service_id
  await updateSuppliedServices(
    tx,
    revived.map((one) => ({ ...one, id: idOf(one), moves: true, revives: true })),
    terms,
  )
  await updateSuppliedServices(
    tx,
    changed.map((one) => ({ ...one, id: idOf(one), moves: movesExisting, revives: false })),
    terms,
  )
  return {
    created: fresh.length + revived.length,
    updated: changed.length,
    skipped: overwriteExisting ? [] : present.map(({ providerService }) => providerService),
  }
}
