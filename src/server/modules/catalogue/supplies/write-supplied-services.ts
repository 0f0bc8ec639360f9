import type { Tx } from '#server/lib/postgres/transact.ts'

import {
  insertMissingCategories,
  insertSuppliedServices,
  listKnownSupplies,
  lockSupplies,
  type SuppliedService,
  type SupplyTerms,
  updateSuppliedServices,
  updateSupplyCosts,
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
  // One that was taken off a service of several providers becomes a service of its own.
  const fresh = offered.filter((one) => known.get(one.providerService)?.is_removed ?? true)
  const there = offered.filter((one) => known.get(one.providerService)?.is_removed === false)
  // One that was taken off the catalogue comes back when it is supplied again.
  const revived = there.filter(({ providerService }) => known.get(providerService)?.is_deleted === true)
  const present = there.filter(({ providerService }) => known.get(providerService)?.is_deleted === false)
  const overwritten = overwriteExisting ? present : []
  const changed = overwritten.filter(({ providerService }) => known.get(providerService)?.is_first === true)
  // One that stands second behind a service has a cost there and no more say.
  const second = overwritten.filter(({ providerService }) => known.get(providerService)?.is_first === false)

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
  await updateSupplyCosts(tx, second, terms)
  return {
    created: fresh.length + revived.length,
    updated: overwritten.length,
    skipped: overwriteExisting ? [] : present.map(({ providerService }) => providerService),
  }
}
