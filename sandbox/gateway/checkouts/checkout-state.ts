import { openJournal } from '#sandbox/journal.ts'
import type { Checkout, Payment } from './checkout.ts'

type StoredPayment = Omit<Payment, 'amount'> & { amount: string }
type Stored = Omit<Checkout, 'amount' | 'refunded' | 'payments'> & {
  amount: string
  refunded: string
  payments: StoredPayment[]
}

export type CheckoutState = {
  /** By id, in order of creation. */
  checkouts: ReadonlyMap<string, Checkout>
  /** The newest one with the shop's id. */
  findByReference: (reference: string) => Checkout | undefined
  /** Adds it, or replaces the one with its id. */
  save: (checkout: Checkout) => void
  close: () => void
}

/** Every state of a checkout is a journal entry, written before the answer. */
export function openCheckoutState(path: string | undefined, isSynced: boolean | undefined): CheckoutState {
  const checkouts = new Map<string, Checkout>()
  const apply = (stored: Stored): void => {
    const payments = stored.payments.map((payment) => ({ ...payment, amount: BigInt(payment.amount) }))
    const amounts = { amount: BigInt(stored.amount), refunded: BigInt(stored.refunded) }
    checkouts.set(stored.id, { ...stored, ...amounts, payments })
  }
  const journal = openJournal<Stored>({ path, isSynced, replay: apply })
  return {
    checkouts,
    findByReference: (reference) => [...checkouts.values()].findLast((one) => one.reference === reference),
    save: (checkout) => {
      journal.append({
        ...checkout,
        amount: String(checkout.amount),
        refunded: String(checkout.refunded),
        payments: checkout.payments.map((payment) => ({ ...payment, amount: String(payment.amount) })),
      })
      checkouts.set(checkout.id, checkout)
    },
    close: journal.close,
  }
}
