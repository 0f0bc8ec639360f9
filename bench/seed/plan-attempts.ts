import type { Fault } from '#contract/base/faults.ts'
import { toDecimal } from '#contract/base/money.ts'
import type { CopiedService, CopiedSupply } from '#server/modules/catalogue/copy-catalogue.ts'
import type { CopiedAttempt } from '#server/modules/orders/past/copy-past-orders.ts'

import type { Past } from './past.ts'
import type { PlannedEnding } from './plan-ending.ts'

/** Exchanges are stored this long, by default. */
const EXCHANGES_MS = 30 * 86_400_000
const SENT_MS = 1_500
const ANSWERED_MS = 900

/** The customer, service and quantity of an order. */
export type Sale = {
  userId: number
  service: CopiedService
  quantity: number
  details: string
  rate: bigint
  price: bigint
  link: string
  at: number
  /** The first `seq` of its mass order. */
  massOrderId: number | null
}

/** Attempts at providers: sometimes the first supply refused, then the supply of the ending was used. */
export function planAttempts(
  { random, txId, shop }: Past,
  sale: Sale,
  ending: PlannedEnding,
): CopiedAttempt[] {
  const { supply, outcome } = ending
  if (supply === null || outcome === 'waits') return []
  const isRefusal = outcome === 'rejected'
  const startedAt = isRefusal ? ending.endsAt - ANSWERED_MS : sale.at + SENT_MS
  const toAttempt = (
    own: Pick<CopiedAttempt, 'state' | 'fault'>,
    by: CopiedSupply,
    from: number,
  ): CopiedAttempt => ({
    ...own,
    token: random.uuid(),
    supplyId: by.id,
    providerId: by.providerId,
    providerService: by.service,
    cost: sale.service.type === 'Package' ? by.costRate : (by.costRate * BigInt(sale.quantity)) / 1_000n,
    charge: null,
    providerOrder: null,
    startedAt: new Date(from),
    finishedAt: new Date(from + ANSWERED_MS),
    txId,
    hasExchange: shop.now - sale.at < EXCHANGES_MS,
  })
  const [first] = sale.service.supplies
  const refused = first === undefined || first === supply ? [] : [first]
  const attempts = refused.map((by) =>
    toAttempt(
      { state: 'rejected', fault: toSaid('Not enough funds on balance') },
      by,
      startedAt - ANSWERED_MS - 100,
    ),
  )
  if (isRefusal)
    return [
      ...attempts,
      toAttempt({ state: 'rejected', fault: toSaid('Link is private or does not exist') }, supply, startedAt),
    ]
  if (outcome === 'unknown')
    return [
      ...attempts,
      toAttempt({ state: 'unknown', fault: { code: 'connection_closed', details: {} } }, supply, startedAt),
    ]
  const taken = toAttempt({ state: 'accepted', fault: null }, supply, startedAt)
  const isEnded = ending.endsAt < shop.now
  return [
    ...attempts,
    {
      ...taken,
      providerOrder: String(ending.providerOrder),
      charge:
        ending.chargePercent === null || !isEnded
          ? null
          : toDecimal((taken.cost * BigInt(ending.chargePercent)) / 100n),
    },
  ]
}

const toSaid = (error: string): Fault => ({ code: 'said', details: { error } })
