import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { counterOf } from './account.ts'
import { houseAccount, type PostingKind, sumColumns } from './posting-kinds.ts'

export type CopiedLine = {
  userId: number
  kind: PostingKind
  /** Above zero; the kind says which way it moves. */
  amount: bigint
  at: Date
  /** Default: the next id. */
  id?: bigint
  gateway?: string
  orderId?: bigint
  depositId?: bigint
  paymentMethod?: string
  referenceId?: string
  actorId?: number
  reason?: string
}

export type CopiedAccount = { userId: number; canSpend: boolean; discountBasisPoints: number }

/**
 * The ledger of generated past data, written in time order: balances and sums are added up here, for users 1 to
 * `users`, and written with the accounts at the end.
 */
export function makePastLedger(rows: CopyTables, users: number) {
  const balances = new BigInt64Array(users + 1)
  const lines = new Int32Array(users + 1)
  const sums = new Map<TransactionType, BigInt64Array>()
  const seqs = new Int32Array(users + 1)
  const orders = new Map(orderStatuses.map((status) => [status, new Int32Array(users + 1)]))
  let lastId = 0n
  const sumOf = (type: TransactionType) => {
    const own = sums.get(type) ?? new BigInt64Array(users + 1)
    sums.set(type, own)
    return own
  }
  return {
    balanceOf: (userId: number): bigint => balances[userId] ?? 0n,
    /** The number of the newest line, for a deposit's `opened_after`. */
    seqOf: (userId: number): number => lines[userId] ?? 0,
    /** The next id of a line or a deposit. */
    nextId: (): bigint => (lastId += 1n),
    lastId: (): bigint => lastId,
    post(line: CopiedLine): void {
      const { userId, kind, amount } = line
      const signed = kind.sign > 0 ? amount : -amount
      const balance = (balances[userId] ?? 0n) + signed
      if (balance < 0n) throw new Error(`user ${userId} has less than the line takes`)
      balances[userId] = balance
      lines[userId] = (lines[userId] ?? 0) + 1
      const sum = sumOf(kind.type)
      sum[userId] = (sum[userId] ?? 0n) + signed
      const house = houseAccount(kind, line.gateway)
      rows.copyInto('transactions', {
        user_id: userId,
        id: line.id ?? (lastId += 1n),
        seq: lines[userId] ?? 0,
        type: kind.type,
        from_account: kind.sign > 0 ? house : 'customer',
        to_account: kind.sign > 0 ? 'customer' : house,
        amount,
        balance_after: balance,
        description: line.reason ?? null,
        payment_method: line.paymentMethod ?? null,
        reference_id: line.referenceId ?? null,
        order_id: line.orderId ?? null,
        deposit_id: line.depositId ?? null,
        actor_id: line.actorId ?? null,
        created_at: line.at,
      })
    },
    ordersOf: (userId: number): number => seqs[userId] ?? 0,
    /** Returns the order's number among the customer's orders. */
    countOrder(userId: number, status: OrderStatus): number {
      const counts = orders.get(status)
      if (counts !== undefined) counts[userId] = (counts[userId] ?? 0) + 1
      const seq = (seqs[userId] ?? 0) + 1
      seqs[userId] = seq
      return seq
    },
    copyAccount({ userId, canSpend, discountBasisPoints }: CopiedAccount): void {
      const counts = orderStatuses.map((status) => [counterOf[status], orders.get(status)?.[userId] ?? 0])
      rows.copyInto('accounts', {
        user_id: userId,
        balance: balances[userId] ?? 0n,
        transactions_seq: lines[userId] ?? 0,
        orders_seq: seqs[userId] ?? 0,
        orders_total: sums.get('order')?.[userId] ?? 0n,
        refunds_total: sums.get('refund')?.[userId] ?? 0n,
        ...Object.fromEntries(counts),
        can_spend: canSpend,
        discount_basis_points: discountBasisPoints,
      })
      for (const [name, amounts] of sums) {
        const amount = amounts[userId] ?? 0n
        if (sumColumns[name] === undefined && amount !== 0n)
          rows.copyInto('account_sums', { user_id: userId, name, amount })
      }
    },
  }
}

export type PastLedger = ReturnType<typeof makePastLedger>
