import { expect } from 'vitest'

import * as deposits from '#contract/payments/admin-deposits.ts'
import * as transfers from '#contract/payments/admin-transfers.ts'

import { makeUser, type TestUser } from './factories.ts'
import type { makeOrderBench } from './order-bench.ts'
import type { RecordedChange } from './staff-changes-of-users.ts'

/** Changes of deposits by staff, each once, with its action in the audit log. */
export function changesOfDeposits(
  bench: ReturnType<typeof makeOrderBench>,
  getAdmin: () => TestUser,
): Record<string, RecordedChange> {
  const ok = ({ status }: { status: number }) => expect(status).toBeLessThan(300)
  const as = (id: number | bigint, body?: unknown) => ({ token: getAdmin().token, params: { id }, body })
  const sent = (body: unknown) => ({ token: getAdmin().token, body })

  /** A transfer of which one staff member proposed the credit. */
  async function openProposed(): Promise<bigint> {
    const id = await openDeposit('manual-bank')
    const other = await makeUser(bench.ctx, { role: 'admin' })
    await bench.ctx.db
      .insertInto('transfers')
      .values({
        user_id: bench.user.id,
        deposit_id: id,
        proposed_amount: 500_000_000n,
        proposed_reference: `R ${id}`,
        proposed_reason: 'so',
        proposed_by: other.id,
        proposed_at: new Date(),
        proposed_in: 'pending',
      })
      .execute()
    return id
  }

  async function openDeposit(gateway = 'cryptomus'): Promise<bigint> {
    const { id } = await bench.ctx.db
      .insertInto('deposits')
      .values({
        user_id: bench.user.id,
        reference: `deposit-${Math.random()}`,
        gateway,
        payment_method: gateway,
        amount: 500_000_000n,
        due_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return {
    creditDeposit: [
      'deposit.credit',
      async () => {
        const body = { amount: 4, reason: 'so' }
        ok(await bench.app.call(deposits.creditDeposit, as(await openDeposit(), body)))
      },
    ],
    enterDeposit: [
      'deposit.enter',
      async () => {
        const body = { user: String(bench.user.id), amount: 4, reference: 'BANK 1', reason: 'so' }
        ok(await bench.app.call(deposits.enterDeposit, sent(body)))
      },
    ],
    approveCredit: [
      'deposit.approve',
      async () => {
        const body = { expected_amount: 5 }
        ok(await bench.app.call(transfers.approveCredit, as(await openProposed(), body)))
      },
    ],
    rejectCredit: [
      'deposit.reject',
      async () =>
        ok(await bench.app.call(transfers.rejectCredit, as(await openProposed(), { reason: 'so' }))),
    ],
    refuseDeposit: [
      'deposit.refuse',
      async () => ok(await bench.app.call(deposits.refuseDeposit, as(await openDeposit(), { reason: 'so' }))),
    ],
    reverseDeposit: [
      'deposit.reverse',
      async () => {
        // A deposit that an earlier change credited.
        const { id } = await bench.ctx.db
          .selectFrom('deposits')
          .select('id')
          .where('status', '=', 'completed')
          .where('reversed', '=', 0n)
          .executeTakeFirstOrThrow()
        ok(await bench.app.call(deposits.reverseDeposit, as(id, { reversed: 1, reason: 'so' })))
      },
    ],
    dismissDeposit: [
      'deposit.dismiss',
      async () => {
        await bench.ctx.db
          .updateTable('deposits')
          .set({ review_code: 'refunded', review_details: '{}' })
          .where('status', '=', 'completed')
          .execute()
        const { id } = await bench.ctx.db
          .selectFrom('deposits')
          .select('id')
          .where('status', '=', 'completed')
          .executeTakeFirstOrThrow()
        ok(await bench.app.call(deposits.dismissDeposit, as(id, { reason: 'so' })))
      },
    ],
  }
}
