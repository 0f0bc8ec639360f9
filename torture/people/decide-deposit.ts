import type { Staff } from './staff.ts'
import type { Town } from './town.ts'

/** Something arrived that is not what was asked for: it is credited or refused, as long as the gateway has it. */
export async function decideDeposit(
  { world, book, history }: Town,
  { name, desk, random }: Staff,
  deposit: Record<string, unknown>,
): Promise<void> {
  const { id, order_id: reference, status: state, updated_at: updatedAt } = deposit
  const invoice = world.invoices().get(String(reference))
  const hasArrived = invoice !== undefined && invoice.received > 0n
  const verb = state === 'completed' ? 'dismiss' : hasArrived && random.next() < 0.7 ? 'credit' : 'refuse'
  if (verb === 'credit') book.credits.add(String(reference))
  const body = { reason: `The gateway says ${invoice?.status}`, expected_status: state }
  const path = `/api/admin/deposits/${String(id)}/${verb}`
  const { status, body: said } = await desk.ask({ path, body })
  if (verb !== 'dismiss')
    book.decided.push({
      who: name,
      of: `deposit ${String(reference)}`,
      shown: String(updatedAt),
      what: verb,
      status,
    })
  history.note(name, 'decides of a deposit', { reference, verb, status, code: said['code'], ...body })
}
