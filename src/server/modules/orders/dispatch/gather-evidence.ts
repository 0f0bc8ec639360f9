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

import type { ClaimedAttempt } from './dispatch-queries.ts'
import {
  addEvidence,
  countBalanceMovers,
  findNeighbours,
  listClaimedIds,
  listUnknownWithLink,
  type UnknownAttempt,
} from './unknown-queries.ts'

/** Ids that are asked about for one sending: in a gap that is known, or after the last known one. */
const GAP_MAX = 100
const IDS_AFTER = 20
const UNCLAIMED_MAX = 10

/** How a provider stands now, as far as it can be asked. */
export type ProviderSnapshot = {
  account: ProviderAccount
  /** It is not worth asking for more. */
  isDown: boolean
  balance?: PanelBalance
  readAt?: Date
}

/** Reads the balance, once for all that is unknown there. Undefined where we have no account any more. */
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
    // Without a key, or with too many calls waiting.
    if (error instanceof AppError) return account && { account, isDown: true }
    throw error
  }
}

/**
 * What can be learned of a sending whose outcome is not known, by calls that change nothing over there. It is for a
 * person: none of it proves that the order was not taken, and only its own answer proves that it was.
 */
export async function gatherEvidence(
  ctx: Context,
  unknown: UnknownAttempt,
  look: ProviderSnapshot | undefined,
): Promise<OrderEvidence[]> {
  const neighbours = await findNeighbours(ctx.db, unknown)
  return [
    await toBalance(ctx, unknown, look),
    ...toRange(neighbours),
    ...(look === undefined || look.isDown
      ? []
      : await findUnclaimed(ctx, unknown, { account: look.account, ids: idsBetween(neighbours) })),
  ]
}

async function toBalance(
  ctx: Context,
  unknown: UnknownAttempt,
  look: ProviderSnapshot | undefined,
): Promise<OrderEvidence> {
  return {
    code: 'balance',
    currency: look?.balance?.currency ?? look?.account.currency ?? null,
    expected: look === undefined ? null : toDecimal(expectedCharge(unknown, look.account)),
    before: unknown.balance_before,
    before_at: unknown.balance_before_at,
    after: look?.balance?.balance ?? null,
    after_at: look?.readAt ?? null,
    ...(await countBalanceMovers(ctx.db, unknown)),
  }
}

type Neighbours = { after: bigint | null; before: bigint | null }

function toRange({ after, before }: Neighbours): OrderEvidence[] {
  if (after === null) return []
  return [{ code: 'id_between', after: String(after), before: before === null ? null : String(before) }]
}

/** None where the gap is too wide to look into. */
function idsBetween({ after, before }: Neighbours): string[] {
  if (after === null) return []
  const count = before === null ? IDS_AFTER : Number(before - after - 1n)
  if (count > GAP_MAX) return []
  return Array.from({ length: count }, (_, at) => String(after + BigInt(at) + 1n))
}

/** One `status` call, as for orders of our own. A panel that knows none of them may call that a fault: no matter. */
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
 * "You have active order with this link", while no other order of ours is known to hold that link at that service:
 * kept beside each unknown sending of it. It may as well have been ordered there by somebody else.
 */
export async function recordActiveLink(ctx: Context, asked: ClaimedAttempt): Promise<void> {
  for (const unknown of await listUnknownWithLink(ctx.db, asked))
    await addEvidence(ctx.db, unknown, [
      { code: 'active_link', asked_for: Number(asked.order_id), told_at: ctx.clock() },
    ])
}
