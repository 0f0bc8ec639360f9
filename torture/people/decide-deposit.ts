import type { Random } from '#sandbox/provider/random.ts'

import type { Town } from './town.ts'

/** Something arrived that is not what was asked for: it is credited or refused, as long as the gateway has it. */
export async function decideDeposit(
  { world, caller, book, history }: Town,
  { token, random }: { token: string; random: Random },
  deposit: Record<string, unknown>,
): Promise<void> {
  const { id, order_id: reference, status: state } = deposit
  const invoice = world.invoices().get(String(reference))
  const hasArrived = invoice !== undefined && invoice.received > 0n
  const verb = state === 'completed' ? 'dismiss' : hasArrived && random.next() < 0.7 ? 'credit' : 'refuse'
  if (verb === 'credit') book.credits.add(String(reference))
  const body = { reason: `The gateway says ${invoice?.status}` }
  const path = `/api/admin/deposits/${String(id)}/${verb}`
  const { status, body: said } = await caller.call({ method: 'POST', path, token, body })
  history.note('staff', 'decides of a deposit', { reference, verb, status, code: said['code'], ...body })
}
