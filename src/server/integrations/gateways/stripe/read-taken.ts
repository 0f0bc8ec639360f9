import { type Money, money, ZERO } from '#contract/base/money.ts'
import { failed, type Members, textOf, toMembers } from '#server/integrations/gateways/call-gateway.ts'
import type { Failed, Invoice } from '#server/integrations/gateways/gateway.ts'

import { get, type StripeAccount, toMoney } from './stripe-client.ts'

/** What was taken back: refunds, and disputes whose funds were withdrawn and not reinstated. `words` are for display. */
export type Taken = { kind: 'taken'; reversed: Money; dispute: Invoice['dispute']; words: string[] }

/** The charge has the refunded amount, but only whether it is disputed; the disputes show whether money moved. */
export async function readTaken(
  account: StripeAccount,
  { intent, charge }: { intent: Members; charge: Members },
): Promise<Taken | Failed> {
  const refunded = toMoney(charge.get('amount_refunded')) ?? ZERO
  const words = refunded > 0n ? [charge.get('refunded') === true ? 'refunded' : 'partly_refunded'] : []
  if (charge.get('disputed') !== true) return { kind: 'taken', reversed: refunded, dispute: undefined, words }
  const answer = await get(account, '/v1/disputes', [
    ['payment_intent', textOf(intent.get('id'))],
    ['limit', '100'],
  ])
  if (answer.kind !== 'object') return answer.kind === 'failed' ? answer : failed('no_list')
  const listed = answer.object.get('data')
  if (!Array.isArray(listed)) return failed('no_list')
  const disputes = listed.map(toMembers)
  const dispute = disputes.every(hasEnded) ? 'ended' : 'open'
  const withdrawn = disputes.reduce((sum, dispute) => sum + withdrawnBy(dispute), 0n as bigint)
  return {
    kind: 'taken',
    reversed: money(refunded + withdrawn),
    dispute,
    words: [...words, `dispute_${dispute}`],
  }
}

/**
 * The disputed amount, while more was withdrawn than reinstated. Balance transactions are in the currency of the
 * account's balance, so only their sign is read.
 */
function withdrawnBy(dispute: Members): bigint {
  const moves = dispute.get('balance_transactions')
  if (!Array.isArray(moves)) return 0n
  const sum = moves.reduce((total: number, move) => total + Number(toMembers(move).get('amount') ?? 0), 0)
  return sum < 0 ? (toMoney(dispute.get('amount')) ?? 0n) : 0n
}

function hasEnded(dispute: Members): boolean {
  return ['won', 'lost', 'warning_closed', 'prevented'].includes(textOf(dispute.get('status')))
}
