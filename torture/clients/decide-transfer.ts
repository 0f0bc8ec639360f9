import { toRecord } from './call-product.ts'
import { type TransferAsk, toUnits } from './client-records.ts'
import type { Staff } from './staff.ts'
import type { ClientContext } from './client-context.ts'

/** The probability of two concurrent decisions by this staff member, as in two tabs. */
const AT_ONCE = 0.3

/** A reported transfer, or a proposed credit: decided mostly by the amount that arrived at the bank. */
export async function decideTransfer(
  context: ClientContext,
  staff: Staff,
  deposit: Record<string, unknown>,
): Promise<void> {
  const { random } = staff
  const arrived = context.records.transfers.get(String(deposit['order_id']))?.arrived ?? 0n
  const isProposed = deposit['review_code'] === 'approval_needed'
  const rest = isProposed ? (['refuse', 'reject'] as const) : (['refuse'] as const)
  const isRight = arrived > 0n && random.next() < 0.85
  const [first, other]: TransferAsk['what'][] = isRight
    ? [isProposed ? 'approve' : 'credit', random.pick(rest)]
    : [random.pick(rest), 'credit']
  const wanted = random.next() < AT_ONCE && arrived > 0n ? [first, other] : [first]
  await Promise.all(wanted.map((what) => what && ask(context, staff, { deposit, what, arrived })))
}

async function ask(
  { records, history }: ClientContext,
  { name, staffClient }: Staff,
  {
    deposit,
    what,
    arrived,
  }: { deposit: Record<string, unknown>; what: TransferAsk['what']; arrived: bigint },
): Promise<void> {
  const orderId = String(deposit['order_id'])
  const path = `/api/admin/deposits/${String(deposit['id'])}`
  const amount = what === 'approve' ? await readProposed(staffClient, path) : arrived
  if (amount === undefined) return
  const dollars = Number(amount) / 1e8
  const reason = `The bank says ${dollars}`
  const expected = { expected_status: deposit['status'], reason }
  const bodies = {
    credit: { ...expected, amount: dollars },
    refuse: expected,
    approve: { expected_amount: dollars },
    reject: { reason },
  }
  // Recorded before the answer, which may get lost.
  const asked: TransferAsk = { orderId, who: name, what, amount, status: 0, isFinal: false }
  records.transferAsks.push(asked)
  const { status, body } = await staffClient.ask({ path: `${path}/${what}`, body: bodies[what] })
  const isCompleted = toRecord(body['deposit'])['status'] === 'completed'
  Object.assign(asked, { status, isFinal: status === 200 && (what === 'refuse' || isCompleted) })
  history.note(name, 'decides a transfer', {
    orderId,
    verb: what,
    status,
    amount: String(amount),
    code: body['code'],
    why: body['details'],
  })
}

async function readProposed(staffClient: Staff['staffClient'], path: string): Promise<bigint | undefined> {
  const { body } = await staffClient.ask({ method: 'GET', path: `${path}/transfer` })
  const proposal = toRecord(toRecord(body['transfer'])['proposal'])
  return proposal['amount'] === undefined ? undefined : toUnits(proposal['amount'])
}
