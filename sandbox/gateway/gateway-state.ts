import { randomBytes } from 'node:crypto'
import { openJournal } from '#sandbox/journal.ts'
import type { Wire } from './checkouts/checkout.ts'
import type { Invoice, PaymentState } from './invoice.ts'

export type Webhook = {
  id: number
  orderId: string
  status: string
  url: string
  body: string
  /** Wall time before which it is not sent. */
  sendAt: number
  isRetried: boolean
  fault?: string
  /** A gateway of `checkouts/`; undefined: the first one. */
  wire?: Wire
  attempts: Attempt[]
}
export type Attempt = { at: number; attempt: number; httpStatus: number | null; answer: string }
type NewInvoice = Omit<Invoice, 'payment' | 'earlier'>

type Entry =
  | { kind: 'account'; merchant: string; key: string }
  /** Entries without a merchant are from before there could be several. */
  | {
      kind: 'invoice'
      invoice: Omit<NewInvoice, 'amount' | 'merchant'> & { amount: string; merchant?: string }
    }
  | {
      kind: 'payment'
      at: number
      orderId: string
      status: string
      received: string
      txid: string | null
      showFrom: number
    }
  | { kind: 'webhook'; webhook: Omit<Webhook, 'attempts'> }
  | { kind: 'attempt'; webhook: number; attempt: Attempt }

export type GatewayState = {
  /** Keys of additional merchants, by merchant. */
  accounts: ReadonlyMap<string, string>
  addAccount: (account: { merchant: string; key: string }) => void
  invoices: Map<string, Invoice>
  /** In order of creation. */
  webhooks: Map<number, Webhook>
  findByUuid: (uuid: string) => Invoice | undefined
  addInvoice: (invoice: NewInvoice) => Invoice
  /** `showFrom` is when `/payment/info` shows the change; now, unless a webhook is early. */
  setPayment: (change: {
    invoice: Invoice
    status: string
    received: bigint
    showFrom: number
  }) => PaymentState
  addWebhook: (webhook: Omit<Webhook, 'id' | 'attempts'>) => Webhook
  addAttempt: (webhook: Webhook, attempt: Attempt) => void
  close: () => void
}

/** Invoices and webhooks, one journal entry per change, written before the answer. */
export function openGatewayState({
  journalPath,
  isSynced,
  merchant: first,
  clock,
}: {
  journalPath: string | undefined
  isSynced?: boolean | undefined
  /** The merchant of invoices without one. */
  merchant: string
  clock: () => number
}): GatewayState {
  const invoices = new Map<string, Invoice>()
  const byUuid = new Map<string, Invoice>()
  const webhooks = new Map<number, Webhook>()
  const accounts = new Map<string, string>()

  const apply = (entry: Entry): void => {
    switch (entry.kind) {
      case 'account':
        accounts.set(entry.merchant, entry.key)
        return
      case 'invoice': {
        const { createdAt: at } = entry.invoice
        const payment: PaymentState = { status: 'check', received: 0n, txid: null, at }
        const merchant = entry.invoice.merchant ?? first
        const invoice = { ...entry.invoice, merchant, amount: BigInt(entry.invoice.amount), payment }
        invoices.set(invoice.orderId, invoice)
        byUuid.set(invoice.uuid, invoice)
        return
      }
      case 'payment': {
        const invoice = getInvoice(invoices, entry.orderId)
        if (entry.showFrom > entry.at) invoice.earlier = { payment: invoice.payment, until: entry.showFrom }
        else delete invoice.earlier
        const { status, txid, at } = entry
        invoice.payment = { status, received: BigInt(entry.received), txid, at }
        return
      }
      case 'webhook':
        webhooks.set(entry.webhook.id, { ...entry.webhook, attempts: [] })
        return
      case 'attempt':
        webhooks.get(entry.webhook)?.attempts.push(entry.attempt)
        return
    }
  }

  const journal = openJournal<Entry>({ path: journalPath, isSynced, replay: apply })
  const record = (entry: Entry): void => {
    journal.append(entry)
    apply(entry)
  }
  return {
    accounts,
    addAccount: (account) => record({ kind: 'account', ...account }),
    invoices,
    webhooks,
    findByUuid: (uuid) => byUuid.get(uuid),
    addInvoice: (invoice) => {
      record({ kind: 'invoice', invoice: { ...invoice, amount: String(invoice.amount) } })
      return getInvoice(invoices, invoice.orderId)
    },
    setPayment: ({ invoice, status, received, showFrom }) => {
      const txid = received > 0n ? (invoice.payment.txid ?? '0x' + randomBytes(32).toString('hex')) : null
      const change = { orderId: invoice.orderId, status, received: String(received), txid, showFrom }
      record({ kind: 'payment', at: clock(), ...change })
      return invoice.payment
    },
    addWebhook: (webhook) => {
      const id = webhooks.size + 1
      record({ kind: 'webhook', webhook: { ...webhook, id } })
      const added = webhooks.get(id)
      if (!added) throw new Error('a webhook that was just recorded is not there')
      return added
    },
    addAttempt: (webhook, attempt) => record({ kind: 'attempt', webhook: webhook.id, attempt }),
    close: journal.close,
  }
}

function getInvoice(invoices: Map<string, Invoice>, orderId: string): Invoice {
  const invoice = invoices.get(orderId)
  if (!invoice) throw new Error(`the journal speaks of invoice ${orderId} before it was made`)
  return invoice
}
