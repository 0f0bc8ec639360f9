import { type OpenedDeposit, toUnits } from '#torture/clients/client-records.ts'
import { type HeardWebhook, type Invoice, isPaid } from '#torture/sandboxes/follow-gateway.ts'

import { type Finding, finding } from './finding.ts'
import type { DepositRow, EntryRow, Rows } from './read-rows.ts'

const USD = 100_000_000n
/** The share of an invoice that must arrive for an automatic credit; below it only staff can credit. */
const PAID_PERCENT_MIN = 95n

/**
 * A deposit is credited once, with its bonus, if and only if the gateway reports it as paid and nearly all of it
 * arrived. What a gateway paid back since may be taken back, and never more.
 */
export function checkDeposits(options: {
  rows: Rows
  opened: Iterable<OpenedDeposit>
  invoices: ReadonlyMap<string, Invoice>
  /** References of deposits that staff asked to credit. */
  byStaff: ReadonlySet<string>
  /** Wall time in ms: anything paid before this must be credited by now. */
  paidBefore: number
  /** Webhooks that were acknowledged before the rows were read. */
  heard?: ReadonlyMap<string, readonly HeardWebhook[]>
  /** Gateways whose payments are only reported by webhooks, and methods that staff confirm. */
  cannotAsk?: readonly string[]
  confirmed?: string
}): Finding[] {
  const { rows, opened, invoices, byStaff, paidBefore, heard, cannotAsk = [], confirmed } = options
  const byReference = new Map(rows.deposits.map((row) => [row.reference, row]))
  const entriesOf = Map.groupBy(rows.entries, ({ depositId }) => depositId)
  const findings: Finding[] = []
  for (const { key, userId, amount, reference } of opened) {
    const row = reference === undefined ? undefined : byReference.get(reference)
    if (reference !== undefined && (row?.userId !== userId || row.amount !== amount))
      findings.push(finding('lost', `${key} was opened as ${reference}, which is not there`))
  }
  for (const deposit of rows.deposits.filter(({ gateway }) => gateway !== confirmed)) {
    const found = judge(deposit, {
      entries: entriesOf.get(deposit.id) ?? [],
      invoice: invoices.get(deposit.reference),
      isByStaff: byStaff.has(deposit.reference),
      paidBefore,
      heard: heard?.get(deposit.reference) ?? [],
      isAsked: !cannotAsk.includes(deposit.gateway),
    })
    findings.push(...found.map(([kind, what]) => finding(kind, `deposit ${deposit.reference} ${what}`)))
  }
  return findings
}

type Evidence = {
  entries: readonly EntryRow[]
  invoice: Invoice | undefined
  isByStaff: boolean
  paidBefore: number
  heard: readonly HeardWebhook[]
  isAsked: boolean
}

function judge(
  { userId, amount, status, refusedMs, isAwaited }: DepositRow,
  { entries: all, invoice, isByStaff, paidBefore, heard, isAsked }: Evidence,
): [Finding['kind'], string][] {
  const entries = all.filter(({ isReversal }) => !isReversal)
  const credits = entries.filter(({ type }) => type === 'deposit')
  const bonuses = entries.filter(({ type }) => type === 'bonus')
  const [credit] = credits
  const isCredited = invoice !== undefined && invoice.paid * 100n >= amount * PAID_PERCENT_MIN
  const found: [Finding['kind'], string][] = []
  if (credits.length > 1 || bonuses.length > 1)
    found.push(['duplicated', `has ${credits.length} credits and ${bonuses.length} bonuses`])
  if (credit && !isCredited && !(credit.byStaff && isByStaff))
    found.push([
      'duplicated',
      `is credited, and the gateway says ${invoice?.status} with ${invoice?.received}`,
    ])
  // A deposit in review is still to be decided by staff; a reversal after the payment may not have been
  // noticed.
  const isTold = isAsked
    ? invoice !== undefined && invoice.at < paidBefore
    : !isAwaited && toldOf(heard) * 100n >= amount * PAID_PERCENT_MIN
  const isDue = isCredited && isPaid(invoice.status) && isTold
  // Staff refuse again what was paid after their first refusal: that is final.
  const isRefused = refusedMs !== null && invoice !== undefined && refusedMs > invoice.at
  if (!credit && isDue && status !== 'review' && !isRefused)
    found.push(['lost', 'was paid and is not credited'])
  // Staff post the amount that arrived, which can differ from the invoice.
  const isRight =
    !credit || credit.signed === amount || (credit.byStaff && credit.signed === invoice?.received)
  const bonus = credit ? bonusOf(credit.signed) : 0n
  if (!isRight || sum(bonuses) !== bonus || entries.some((one) => one.userId !== userId))
    found.push(['other', `of ${amount} got ${sum(entries)}`])
  const took = sum(all.filter(({ isReversal }) => isReversal))
  // A credited payment is queried when a webhook arrives, and for some seconds afterwards.
  const isReturnAwaited =
    invoice?.isReinstated === true && (isAwaited || !heard.some(({ what }) => what === 'reinstate'))
  if (took < 0n && invoice?.status !== 'refund_paid' && !isReturnAwaited)
    found.push(['lost', `was taken back by ${took}, and the gateway says ${invoice?.status}`])
  if (sum(all) < 0n) found.push(['lost', `took back more than it brought: ${sum(all)}`])
  return found
}

/** The total of the payments named by notifications of a gateway that can't be queried, each counted once, in units. */
function toldOf(heard: readonly HeardWebhook[]): bigint {
  const forms = heard.map(({ body }) => new URLSearchParams(body))
  const told = forms.filter((form) => form.get('m_status') === 'success')
  const payments = new Map(told.map((form) => [form.get('m_operation_id'), toUnits(form.get('m_amount'))]))
  return [...payments.values()].reduce((total, amount) => total + amount, 0n)
}

/** Spec §9: 10% from $500, 5% from $100, rounded down. */
export function bonusOf(amount: bigint): bigint {
  if (amount >= 500n * USD) return amount / 10n
  return amount >= 100n * USD ? amount / 20n : 0n
}

export function sum(entries: readonly { signed: bigint }[]): bigint {
  return entries.reduce((total, { signed }) => total + signed, 0n)
}
