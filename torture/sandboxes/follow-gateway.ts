import { followJournal, kindOf } from './follow-journal.ts'

/** The state of an invoice in the gateway's own books since `at`: amounts in units of 0.00000001 USD. */
export type Invoice = {
  reference: string
  amount: bigint
  status: string
  received: bigint
  at: number
  /** The highest amount reported as paid, now or earlier. */
  paid: bigint
  /** A dispute about it was won. */
  isReinstated?: boolean
}
/** A webhook that the product acknowledged. */
export type HeardWebhook = {
  /** The change of the payment that it reports. */
  what: string
  body: string
  /** When it was acknowledged. */
  at: number
}

/** The gateway's own books: every invoice and checkout that its journals have. */
export function followInvoices(path: string, checkoutsPath: string): () => ReadonlyMap<string, Invoice> {
  const invoices = new Map<string, Invoice>()
  const look = followJournal(path)
  const lookAtCheckouts = followJournal(checkoutsPath)
  return () => {
    // Each entry is a whole checkout.
    for (const entry of lookAtCheckouts() as Checkout[]) invoices.set(entry.reference, toInvoice(entry))
    for (const entry of look()) {
      if (isInvoice(entry)) {
        const { orderId: reference, amount } = entry.invoice
        const none = { status: 'check', received: 0n, at: 0, paid: 0n }
        invoices.set(reference, { reference, amount: BigInt(amount), ...none })
      }
      if (!isPaymentEntry(entry)) continue
      const { orderId, status, received, showFrom: at } = entry
      const known = invoices.get(orderId)
      if (known === undefined) continue
      const now = { status, received: BigInt(received), at }
      const paid = isPaid(status) && now.received > known.paid ? now.received : known.paid
      invoices.set(orderId, { ...known, ...now, paid })
    }
    return invoices
  }
}

/** The webhooks of its checkouts that the product acknowledged. */
export function followWebhooks(path: string): () => ReadonlyMap<string, readonly HeardWebhook[]> {
  const sent = new Map<number, SentWebhook>()
  const heard = new Map<string, HeardWebhook[]>()
  const look = followJournal(path)
  return () => {
    for (const entry of look()) {
      if (isSent(entry) && entry.webhook.wire !== undefined) sent.set(entry.webhook.id, entry.webhook)
      if (!isAttempt(entry)) continue
      const webhook = sent.get(entry.webhook)
      // A forged one is answered too, with a refusal.
      if (webhook === undefined || webhook.fault === 'webhook_forge' || !isTaken(entry.attempt, webhook))
        continue
      const { orderId, status: what, body } = webhook
      const { at } = entry.attempt
      heard.set(orderId, [...(heard.get(orderId) ?? []), { what, body, at }])
    }
    return heard
  }
}

function isTaken({ httpStatus, answer }: Attempted, { wire, orderId }: SentWebhook): boolean {
  return httpStatus === 200 && (wire !== 'payeer' || answer.trim() === `${orderId}|success`)
}

/** With the first gateway's statuses. Less than the invoice is never reported as paid. */
function toInvoice({
  reference,
  amount: due,
  payments,
  refunded,
  dispute,
  slow,
  isClosed,
}: Checkout): Invoice {
  const amount = BigInt(due)
  const received = payments.reduce((sum, payment) => sum + BigInt(payment.amount), 0n)
  const paid = received >= amount ? received : 0n
  const isTaken =
    dispute === 'withdrawn' || dispute === 'lost' || (received > 0n && BigInt(refunded) >= received)
  const unpaid = slow === 'running' ? 'confirm_check' : isClosed ? 'cancel' : 'check'
  const status = received === 0n ? unpaid : isTaken ? 'refund_paid' : paid > 0n ? 'paid' : 'wrong_amount'
  const at = payments.at(-1)?.at ?? 0
  return { reference, amount, status, received, at, paid, isReinstated: dispute === 'reinstated' }
}

// The shapes of sandbox/gateway/gateway-state.ts and …/checkouts/checkout-state.ts.
type Checkout = {
  reference: string
  amount: string
  payments: { amount: string; at: number }[]
  refunded: string
  dispute: string
  slow: string
  isClosed: boolean
}
type SentWebhook = {
  id: number
  orderId: string
  status: string
  body: string
  fault?: string
  wire?: string
}
type Attempted = { at: number; httpStatus: number | null; answer: string }
type NewInvoice = { kind: 'invoice'; invoice: { orderId: string; amount: string } }
type PaymentEntry = { kind: 'payment'; orderId: string; status: string; received: string; showFrom: number }

/** The gateway's statuses for money that arrived. */
export function isPaid(status: string): boolean {
  return status === 'paid' || status === 'paid_over'
}

function isInvoice(entry: unknown): entry is NewInvoice {
  return kindOf(entry) === 'invoice'
}

function isPaymentEntry(entry: unknown): entry is PaymentEntry {
  return kindOf(entry) === 'payment'
}

function isSent(entry: unknown): entry is { webhook: SentWebhook } {
  return kindOf(entry) === 'webhook'
}

function isAttempt(entry: unknown): entry is { webhook: number; attempt: Attempted } {
  return kindOf(entry) === 'attempt'
}
