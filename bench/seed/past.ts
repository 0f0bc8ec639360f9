import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'
import type { PastAction } from '#server/modules/audit-log/write-past-actions.ts'
import { makePastLedger, type PastLedger } from '#server/modules/ledger/copy-past-lines.ts'
import { makePastDays, type PastDays } from '#server/modules/reports/counting/copy-past-days.ts'
import {
  makePastDeliveries,
  type PastDeliveries,
} from '#server/modules/reports/delivery/copy-past-deliveries.ts'

import { LAST_STAFF_ID } from './known-accounts.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

/** The shared state of all parts of the seeded past, which is written from its beginning to now. */
export type Past = {
  rows: CopyTables
  shop: Shop
  random: Random
  ledger: PastLedger
  days: PastDays
  deliveries: PastDeliveries
  /** A committed tx, recorded as the writer of attempts. */
  txId: bigint
  lastOrderId: bigint
  lastTicketId: bigint
  actions: PastAction[]
  /** Events in a later slot, by its number. */
  later: Map<number, Moment[]>
}

/** `at`: milliseconds since 1970. */
export type Moment = { at: number; happen: () => void }

/** Moments are sorted within a slot, and only cause others in later slots. */
export const SLOT_MS = 600_000

export function makePast({
  rows,
  shop,
  random,
  txId,
}: Pick<Past, 'rows' | 'shop' | 'random' | 'txId'>): Past {
  return {
    rows,
    shop,
    random,
    ledger: makePastLedger(rows, LAST_STAFF_ID + shop.customers + 1),
    days: makePastDays(rows, new Date(shop.now)),
    txId,
    deliveries: makePastDeliveries(rows),
    lastOrderId: 0n,
    lastTicketId: 0n,
    actions: [],
    later: new Map(),
  }
}

/** At least one slot after the current one. */
export function schedule(past: Past, moment: Moment): void {
  const slot = slotOf(past, moment.at)
  const moments = past.later.get(slot)
  if (moments === undefined) past.later.set(slot, [moment])
  else moments.push(moment)
}

const slotOf = ({ shop }: Past, at: number) => Math.floor((at - shop.openedAt) / SLOT_MS)

/** The events of the slot that begins at `from`, by time. */
export function takeSlot(past: Past, from: number, placed: readonly Moment[]): Moment[] {
  const slot = slotOf(past, from)
  const moments = [...placed, ...(past.later.get(slot) ?? [])]
  past.later.delete(slot)
  return moments.toSorted((one, other) => one.at - other.at)
}
