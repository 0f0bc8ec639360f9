import { decideTransfer } from './decide-transfer.ts'
import { TRANSFER_METHOD } from './transfers.ts'
import type { Staff } from './staff.ts'
import type { ClientContext } from './client-context.ts'

/** The amount that arrived differs from the requested one: credited or refused, depending on what the gateway still holds. */
export async function decideDeposit(
  context: ClientContext,
  staff: Staff,
  deposit: Record<string, unknown>,
): Promise<void> {
  if (deposit['gateway'] === TRANSFER_METHOD) return decideTransfer(context, staff, deposit)
  const { sandboxes, records, history } = context
  const { name, staffClient, random } = staff
  const { id, order_id: reference, status: state, updated_at: updatedAt } = deposit
  const invoice = sandboxes.invoices().get(String(reference))
  const hasArrived = invoice !== undefined && invoice.received > 0n
  const verb = state === 'completed' ? 'dismiss' : hasArrived && random.next() < 0.7 ? 'credit' : 'refuse'
  if (verb === 'credit') records.credits.add(String(reference))
  const body = { reason: `The gateway reports ${invoice?.status}`, expected_status: state }
  const path = `/api/admin/deposits/${String(id)}/${verb}`
  const { status, body: said } = await staffClient.ask({ path, body })
  if (verb !== 'dismiss')
    records.decided.push({
      who: name,
      of: `deposit ${String(reference)}`,
      shown: String(updatedAt),
      what: verb,
      status,
    })
  history.note(name, 'decides a deposit', { reference, verb, status, code: said['code'], ...body })
}
