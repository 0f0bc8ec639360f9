import type { LedgerLineCode } from '#contract/ledger/ledger-lines.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'

/** One way in which money moves. Type, house account and sign together identify it, so rows need no column for it. */
export type PostingKind = {
  /** The type that statements show and filter by, and the account's sum that it counts in. */
  type: TransactionType
  /** The account on the other side of the customer's. A gateway has a clearing account of its own: `clearing:<gateway>`. */
  house: string
  /** The sign of the balance's change. */
  sign: 1 | -1
  /** What the row must reference, and only this: `itself` is a deposit, whose row has the same id. */
  of: 'order' | 'deposit' | 'itself' | 'nothing'
  /** At most one row per order or deposit; a unique index of db/migrations/0005_ledger.sql. */
  isOnce?: true
  /** Its possible causes. A row's staff id is required if only staff may cause it, forbidden if they may not. */
  by: readonly ('customer' | 'gateway' | 'provider' | 'staff')[]
  /** The text in the statement. */
  says: LedgerLineCode
}

/**
 * All kinds. Posting, statements, the invariants and the constraint `transactions_kind` (0005_ledger.sql) are derived
 * from this table: a new kind is a line here and a line there.
 */
export const postingKinds = {
  order: {
    type: 'order',
    house: 'revenue',
    sign: -1,
    of: 'order',
    isOnce: true,
    by: ['customer'],
    says: 'order',
  },
  refund: {
    type: 'refund',
    house: 'revenue',
    sign: 1,
    of: 'order',
    by: ['customer', 'provider', 'staff'],
    says: 'refund',
  },
  deposit: {
    type: 'deposit',
    house: 'clearing',
    sign: 1,
    of: 'itself',
    by: ['gateway', 'staff'],
    says: 'deposit',
  },
  bonus: {
    type: 'bonus',
    house: 'bonus',
    sign: 1,
    of: 'deposit',
    isOnce: true,
    by: ['gateway', 'staff'],
    says: 'bonus',
  },
  adjustment: {
    type: 'bonus',
    house: 'adjustment',
    sign: 1,
    of: 'nothing',
    by: ['staff'],
    says: 'adjustment',
  },
  deduction: {
    type: 'bonus',
    house: 'adjustment',
    sign: -1,
    of: 'nothing',
    by: ['staff'],
    says: 'adjustment',
  },
  /** The customer's fee for a payment method, deducted from what arrived. */
  fee: {
    type: 'deposit',
    house: 'fee',
    sign: -1,
    of: 'deposit',
    isOnce: true,
    by: ['gateway', 'staff'],
    says: 'fee',
  },
  /** What a gateway reversed of a deposit (a dispute, a chargeback), up to the balance. */
  reversal: {
    type: 'deposit',
    house: 'clearing',
    sign: -1,
    of: 'deposit',
    by: ['gateway', 'staff'],
    says: 'reversal',
  },
  /** A later deduction for the rest, which the customer owes: `accounts.owed` has the amount. */
  receivable: {
    type: 'deposit',
    house: 'receivable',
    sign: -1,
    of: 'deposit',
    by: ['gateway', 'staff'],
    says: 'receivable',
  },
  /** What was deducted for a reversal and returned by the gateway (a won dispute). */
  reversalReturn: {
    type: 'deposit',
    house: 'receivable',
    sign: 1,
    of: 'deposit',
    by: ['gateway', 'staff'],
    says: 'reversal_return',
  },
  /** The bonus's share of a reversal, returned with it. */
  bonusReversal: {
    type: 'bonus',
    house: 'bonus_reversal',
    sign: -1,
    of: 'deposit',
    by: ['gateway', 'staff'],
    says: 'bonus_reversal',
  },
  bonusReturn: {
    type: 'bonus',
    house: 'bonus_reversal',
    sign: 1,
    of: 'deposit',
    by: ['gateway', 'staff'],
    says: 'bonus_return',
  },
} as const satisfies Record<string, PostingKind>

const CLEARING = 'clearing'

/** The name of the kind's house account in a row. Throws if a clearing account has no gateway. */
export function houseAccount({ house }: PostingKind, gateway: string | undefined): string {
  if (house !== CLEARING) return house
  if (gateway === undefined || gateway === '') throw new Error("a clearing account is a gateway's")
  return `${CLEARING}:${gateway}`
}

/** Undefined if no kind describes the row; the constraint refuses such rows. */
export function findKind(
  { type, house, isRaise }: { type: TransactionType; house: string; isRaise: boolean },
  kinds: readonly PostingKind[] = Object.values(postingKinds),
): PostingKind | undefined {
  const account = house.startsWith(`${CLEARING}:`) ? CLEARING : house
  return kinds.find((kind) => kind.type === type && kind.house === account && kind.sign > 0 === isRaise)
}

/** SQL: whether a row of `transactions` is of this kind. */
export function isOfKind({ type, house, sign }: PostingKind, table = 'transactions'): string {
  const account = house === CLEARING ? `like '${CLEARING}:_%'` : `= '${house}'`
  const [from, to] = sign > 0 ? [account, "= 'customer'"] : ["= 'customer'", account]
  return `${table}.type = '${type}' and ${table}.from_account ${from} and ${table}.to_account ${to}`
}

const about = {
  order: 'order_id is not null and deposit_id is null',
  deposit: 'order_id is null and deposit_id is not null and deposit_id <> id',
  itself: 'order_id is null and deposit_id is not null and deposit_id = id',
  nothing: 'order_id is null and deposit_id is null',
}

/** SQL: the condition of the constraint `transactions_kind` for a row of this kind. */
export function ruleOf(kind: PostingKind): string {
  const actor = kind.by.includes('staff')
    ? kind.by.length === 1
      ? ' and actor_id is not null'
      : ''
    : ' and actor_id is null'
  return `${isOfKind(kind).replaceAll('transactions.', '')} and ${about[kind.of]}${actor}`
}

/** SQL: the whole constraint. */
export const ruleOfAll = (kinds: readonly PostingKind[] = Object.values(postingKinds)): string =>
  kinds.map((kind) => `(${ruleOf(kind)})`).join('\n    or ')

/**
 * Sums that change with placing orders and landing statuses are columns of the account's row, which those statements
 * write anyway. Other types' sums are rows of `account_sums`.
 */
export const sumColumns: Partial<Record<TransactionType, 'orders_total' | 'refunds_total'>> = {
  order: 'orders_total',
  refund: 'refunds_total',
}
