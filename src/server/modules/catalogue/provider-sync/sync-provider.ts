import { type Kysely, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { SyncProblem } from '#contract/messaging/notification-codes.ts'
import { type ChangeKind, changeKinds, type Synced } from '#contract/providers/provider-actions.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelServiceList } from '#server/integrations/panels/panel.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { otherCurrency, fetchBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { refuseOtherTerms } from '#server/modules/providers/lists/get-settled-account.ts'
import { findStoredList, storeList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { findSyncState, recordSynced, recordSyncTrouble } from '#server/modules/providers/lists/sync-state.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'

import { compareLists, doubtList, type ListChange, type Offer, toOffer } from './compare-lists.ts'
import { insertChanges, type NewChange } from './provider-changes.ts'
import {
  lockSyncedSupplies,
  type Offered,
  type SyncedSupply,
  type SyncOutcome,
  syncSupplies,
} from './sync-supplies.ts'

type SyncResult = { synced: Synced; trouble?: undefined } | { synced?: undefined; trouble: SyncProblem }

const atOnce: PaceCall = (call) => call()

/**
 * Reads a provider's price list and applies it: costs, min and max, services that are gone. An implausible list changes
 * nothing, is read again soon, and staff are notified; `accept` takes any list but an empty one. Undefined where `pace`
 * stopped it. Throws `provider_not_found`, and `state_conflict` without a key or where the account changed meanwhile.
 *
 * `by` is undefined for a scheduled sync.
 */
export async function syncProvider(
  ctx: Context,
  by: By | undefined,
  {
    id,
    accept = false,
    pace = atOnce,
  }: { id: number; accept?: boolean | undefined; pace?: PaceCall | undefined },
): Promise<SyncResult | undefined> {
  const read = await readList(ctx, id, pace)
  if (read === undefined) return undefined
  if ('trouble' in read) return doubt(ctx, id, read)
  const { account, list } = read
  const result = await transactAsStaff(ctx, by, async (tx, publish, record): Promise<SyncResult> => {
    const supplies = await lockSyncedSupplies(tx, id)
    await refuseOtherTerms(tx, account)
    const known = await findKnown(tx, id)
    const trouble = doubtList(known, list)
    if (trouble === 'empty' || (trouble !== undefined && !accept)) return { trouble }
    const synced = await applyList(tx, publish, { account, list, supplies, known, now: ctx.clock() })
    record({ action: 'provider.sync', id, after: { accept, ...synced } })
    return { synced }
  })
  if (result.trouble !== undefined) return doubt(ctx, id, { trouble: result.trouble, fault: null })
  await storeList(ctx.db, { providerId: id, ratePer: account.ratePer, list, fetchedAt: ctx.clock() })
  return result
}

/** Stores the problem. Staff are notified once, until a list is accepted again. */
async function doubt(
  ctx: Context,
  id: number,
  { trouble, fault }: { trouble: SyncProblem; fault: Fault | null },
): Promise<SyncResult> {
  await transact(ctx, async (tx, publish) => {
    const stored = fault && toStoredFault(fault)
    const isNew = await recordSyncTrouble(tx, { id, code: trouble, fault: stored, now: ctx.clock() })
    const state = isNew ? await findSyncState(tx, id) : undefined
    if (state === undefined) return
    const details = { provider_id: id, provider: state.name, reason: trouble }
    await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_list_doubted', details })
  })
  return { trouble }
}

/** The offers of the last sync; before the first sync those of the list cached by the import. */
async function findKnown(tx: Tx, providerId: number): Promise<Map<string, Offer>> {
  const offers = await listOffers(tx, providerId)
  if (offers.length > 0) return new Map(offers.map((one) => [one.service, one]))
  const cached = await findStoredList(tx, { providerId, fetchedAfter: new Date(0) })
  return new Map(cached?.list.services.map((one) => [one.service, toOffer(one)]))
}

async function applyList(
  tx: Tx,
  publish: Publish,
  {
    account,
    list,
    supplies,
    known,
    now,
  }: {
    account: ProviderAccount
    list: PanelServiceList
    supplies: readonly SyncedSupply[]
    known: ReadonlyMap<string, Offer>
    now: Date
  },
): Promise<Synced> {
  const { id } = account
  const state = await findSyncState(tx, id)
  const { offers, gone, changes } = compareLists(known, list)
  const unread = new Set(list.unread.map(({ service }) => service))
  const outcomes = await syncSupplies(tx, supplies, {
    usdPerUnit: account.usdPerUnit,
    policy: state?.policy ?? 'hold',
    now,
    offerOf: (service) => {
      const offer = offers.get(service)
      const before = known.get(service)
      if (offer === undefined) return unread.has(service) ? 'unread' : undefined
      return { now: toOffered(offer), before: before && toOffered(before) }
    },
  })
  const ours = new Map(supplies.map((one) => [one.provider_service, one]))
  const newChanges = toNewChanges({ changes, outcomes, ours, offers })
  await writeOffers(tx, { providerId: id, offers: [...offers.values()], gone })
  await insertChanges(tx, { providerId: id, changes: newChanges })
  await recordSynced(tx, id, now)
  publish({ topic: 'catalogue' })
  publish({ topic: 'dispatch', providerId: id })
  const count = (is: SyncOutcome) => [...outcomes.values()].filter((one) => one === is).length
  const details = { provider_id: id, provider: account.name }
  const [held, off] = [count('held'), count('off')]
  if (held > 0)
    await notifyStaff(tx, publish, {
      needs: 'providers',
      code: 'provider_services_held',
      details: { ...details, services: held },
    })
  if (off > 0)
    await notifyStaff(tx, publish, {
      needs: 'providers',
      code: 'provider_services_off',
      details: { ...details, services: off },
    })
  return { services: offers.size, ...countKinds(newChanges), held, repriced: count('repriced') }
}

function toOffered({ type, rate, min, max }: Offer): Offered {
  return { type, cost: rate, min, max }
}

/** Adds the outcome to each change. A supply whose outcome no change of the list explains gets a change of its own. */
function toNewChanges({
  changes,
  outcomes,
  ours,
  offers,
}: {
  changes: readonly ListChange[]
  outcomes: ReadonlyMap<string, SyncOutcome>
  ours: ReadonlyMap<string, SyncedSupply>
  offers: ReadonlyMap<string, Offer>
}): NewChange[] {
  const newChanges = changes.map((change): NewChange => ({
    ...change,
    kind: change.kind === 'new' && outcomes.get(change.service) === 'back' ? 'back' : change.kind,
    serviceId: ours.get(change.service)?.service_id ?? null,
    outcome: outcomeOf(change.kind, outcomes.get(change.service)),
  }))
  const explained = new Set(
    newChanges.filter(({ outcome }) => outcome !== null).map(({ service }) => service),
  )
  for (const [service, outcome] of outcomes) {
    const supply = ours.get(service)
    if (outcome === 'back' || explained.has(service) || supply === undefined) continue
    const after = offers.get(service)?.rate ?? null
    const kind = outcome === 'off' ? 'gone' : 'price_up'
    newChanges.push({ service, serviceId: supply.service_id, kind, before: supply.cost_own, after, outcome })
  }
  return newChanges
}

/** Whether a change of this kind explains the outcome. */
function outcomeOf(kind: ListChange['kind'], outcome: SyncOutcome | undefined): NewChange['outcome'] {
  if (outcome === 'off') return kind === 'gone' || kind === 'type' ? 'off' : null
  const isPrice = kind === 'price_up' || kind === 'price_down' || kind === 'new'
  return isPrice && (outcome === 'held' || outcome === 'repriced') ? outcome : null
}

function countKinds(newChanges: readonly NewChange[]): Record<ChangeKind, number> {
  const counts = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number> // of every kind
  for (const { kind } of newChanges) counts[kind] += 1
  return counts
}

/** Runs a call when the provider's pace allows it. Undefined: no more calls. */
export type PaceCall = <Value>(call: () => Promise<Value>) => Promise<Value | undefined>

type ReadList =
  | { account: ProviderAccount; list: PanelServiceList }
  | { trouble: SyncProblem; fault: Fault | null }

/** Reads the balance first: its currency gives the list's costs their meaning. Undefined if `pace` stopped it. */
async function readList(ctx: Context, providerId: number, pace: PaceCall): Promise<ReadList | undefined> {
  const before = await getProviderAccount(ctx, providerId)
  const balance = await pace(() => fetchBalance(ctx, before))
  if (balance === undefined) return undefined
  if (!balance.ok) return { trouble: 'not_read', fault: balance.fault }
  const account = await getProviderAccount(ctx, providerId)
  if (!account.isCurrencySettled)
    return { trouble: 'currency', fault: otherCurrency(account.balanceCurrency ?? '', account.currency) }
  const answer = await pace(() => callProvider(ctx, account, panel.services))
  if (answer === undefined) return undefined
  return answer.ok ? { account, list: answer.value } : { trouble: 'not_read', fault: answer.fault }
}

async function listOffers(db: Kysely<DB>, providerId: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select service, name, type, trim_scale(rate)::text as rate, min, max from provider_offers
    where provider_id = ${providerId}`.execute(db)
  return rows
}

/** Upserts the offers and deletes those that are gone. */
async function writeOffers(
  db: Kysely<DB>,
  { providerId, offers, gone }: { providerId: number; offers: readonly Offer[]; gone: readonly string[] },
): Promise<void> {
  await sql`
    insert into provider_offers (provider_id, service, name, type, rate, min, max)
    select ${providerId}::int, service, name, type, rate, min, max
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as fresh
      (service text, name text, type text, rate numeric, min int, max int)
    on conflict (provider_id, service) do update set name = excluded.name, type = excluded.type, rate = excluded.rate,
      min = excluded.min, max = excluded.max
    where (provider_offers.name, provider_offers.type, provider_offers.rate, provider_offers.min, provider_offers.max)
      is distinct from (excluded.name, excluded.type, excluded.rate, excluded.min, excluded.max)`.execute(db)
  await sql`delete from provider_offers where provider_id = ${providerId} and service = any (${gone}::text[])`.execute(
    db,
  )
}
