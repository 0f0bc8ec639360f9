import { AppError } from '#contract/base/errors.ts'
import { parseMoney, toDecimal } from '#contract/base/money.ts'
import type { OrderEvidence } from '#contract/orders/order-evidence.ts'
import type { Context } from '#server/context.ts'
import {
  type PanelBalance,
  readPanelBalance,
  readPanelOrders,
} from '#server/integrations/panels/read-panel.ts'
import type { PanelOrder } from '#server/integrations/panels/read-status.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'

import type { ClaimedAttempt } from './claim-orders.ts'
import {
  addEvidence,
  countBalanceMovers,
  findNeighbours,
  listClaimedIds,
  listUnknownWithLink,
  type UnknownAttempt,
} from './unknown-queries.ts'

/** Provider ids to query per attempt: within a known gap, or after the last known id. */
const GAP_MAX = 100
const IDS_AFTER = 20
const UNCLAIMED_MAX = 10

/** Current state of a provider, as far as it can be read. */
type ProviderSnapshot = {
  account: ProviderAccount
  /** Further calls are pointless. */
  isDown: boolean
  balance?: PanelBalance
  readAt?: Date
}

/** Reads the balance once for all unknown attempts there. Undefined when there is no usable account. */
export async function readSnapshot(ctx: Context, providerId: number): Promise<ProviderSnapshot | undefined> {
  let account
  try {
    account = await getProviderAccount(ctx, providerId)
    if (account.reading.isPaused) return { account, isDown: true }
    const answer = await callProvider(ctx, account, readPanelBalance)
    return answer.ok
      ? { account, isDown: false, balance: answer.value, readAt: ctx.clock() }
      : { account, isDown: answer.isDown }
  } catch (error) {
    // There is no key, or too many calls wait.
    if (error instanceof AppError) return account && { account, isDown: true }
    throw error
  }
}

/**
 * Collects what read-only calls can tell about an attempt with an unknown outcome, for staff. None of it proves
 * that the order was not accepted, and only its own response proves that it was.
 */
export async function gatherEvidence(
  ctx: Context,
  unknown: UnknownAttempt,
  snapshot: ProviderSnapshot | undefined,
): Promise<OrderEvidence[]> {
  const neighbours = await findNeighbours(ctx.db, unknown)
  return [
    await toBalance(ctx, unknown, snapshot),
    ...toRange(neighbours),
    ...(snapshot === undefined || snapshot.isDown
      ? []
      : await findUnclaimed(ctx, unknown, { account: snapshot.account, ids: idsBetween(neighbours) })),
  ]
}

async function toBalance(
  ctx: Context,
  unknown: UnknownAttempt,
  snapshot: ProviderSnapshot | undefined,
): Promise<OrderEvidence> {
  return {
    code: 'balance',
    currency: snapshot?.balance?.currency ?? snapshot?.account.currency ?? null,
    expected: snapshot === undefined ? null : toDecimal(expectedCharge(unknown, snapshot.account)),
    before: unknown.balance_before,
    before_at: unknown.balance_before_at,
    after: snapshot?.balance?.balance ?? null,
    after_at: snapshot?.readAt ?? null,
    ...(await countBalanceMovers(ctx.db, unknown)),
  }
}

type Neighbours = { after: bigint | null; before: bigint | null }

function toRange({ after, before }: Neighbours): OrderEvidence[] {
  if (after === null) return []
  return [{ code: 'id_between', after: String(after), before: before === null ? null : String(before) }]
}

/** None when the gap is too wide. */
function idsBetween({ after, before }: Neighbours): string[] {
  if (after === null) return []
  const count = before === null ? IDS_AFTER : Number(before - after - 1n)
  if (count > GAP_MAX) return []
  return Array.from({ length: count }, (_, at) => String(after + BigInt(at) + 1n))
}

/** One `status` call, as for our own orders. An error is ignored: a panel may refuse unknown ids. */
async function findUnclaimed(
  ctx: Context,
  unknown: UnknownAttempt,
  { account, ids }: { account: ProviderAccount; ids: readonly string[] },
): Promise<OrderEvidence[]> {
  if (ids.length === 0) return []
  const claimed = await listClaimedIds(ctx.db, unknown.provider_id, ids)
  const asked = ids.filter((id) => !claimed.has(id))
  if (asked.length === 0) return []
  const answer = await withProviderSlot(ctx, account.id, () => readPanelOrders(account, asked))
  if (!answer.ok) return []
  const readAt = ctx.clock()
  const expected = expectedCharge(unknown, account)
  const found = [...answer.value].flatMap(([id, order]) =>
    'error' in order ? [] : [toUnclaimed({ id, order, account, expected, readAt })],
  )
  return found
    .toSorted((one, other) => Number(other.charge_fits) - Number(one.charge_fits))
    .slice(0, UNCLAIMED_MAX)
}

function toUnclaimed({
  id,
  order: { raw, charge, currency },
  account,
  expected,
  readAt,
}: {
  id: string
  order: PanelOrder
  account: ProviderAccount
  expected: bigint
  readAt: Date
}) {
  const charged = charge === undefined ? undefined : parseMoney(charge)
  const isComparable = charged !== undefined && (currency ?? account.currency) === account.currency
  const difference = (charged ?? 0n) - expected
  return {
    code: 'unclaimed_order' as const,
    provider_order: id,
    status: raw,
    charge: charge ?? null,
    currency: currency ?? null,
    charge_fits: isComparable && (difference < 0n ? -difference : difference) <= expected / 50n,
    read_at: readAt,
  }
}

/** In units of the provider's currency. */
function expectedCharge({ cost }: UnknownAttempt, { usdPerUnit }: ProviderAccount): bigint {
  const rate = parseMoney(usdPerUnit) ?? 0n
  return rate === 0n ? 0n : (cost * 100_000_000n) / rate
}

/**
 * Records a "You have active order with this link" refusal with each unknown attempt for that link, when none
 * of our other orders is known to use it. It may also have been ordered by another customer of the provider.
 */
export async function recordActiveLink(ctx: Context, asked: ClaimedAttempt): Promise<void> {
  for (const unknown of await listUnknownWithLink(ctx.db, asked))
    await addEvidence(ctx.db, unknown, [
      { code: 'active_link', asked_for: Number(asked.order_id), told_at: ctx.clock() },
    ])
}
