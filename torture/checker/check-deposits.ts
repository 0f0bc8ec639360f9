import type { OpenedDeposit } from '#torture/people/book.ts'
import type { Invoice } from '#torture/world/start-world.ts'

import { type Finding, finding } from './finding.ts'
import type { Rows } from './read-rows.ts'

const USD = 100_000_000n

/** A deposit is credited once, with its bonus, if and only if the gateway says that it was paid. */
export function checkDeposits(options: {
  rows: Rows
  opened: Iterable<OpenedDeposit>
  invoices: ReadonlyMap<string, Invoice>
  /** Wall time in ms: what was paid before must have been credited by now. */
  paidBefore: number
}): Finding[] {
  const { rows, opened, invoices, paidBefore } = options
  const byReference = new Map(rows.deposits.map((row) => [row.reference, row]))
  const entriesOf = Map.groupBy(rows.entries, ({ depositId }) => depositId)
  const findings: Finding[] = []
  for (const { key, userId, amount, reference } of opened) {
    const row = reference === undefined ? undefined : byReference.get(reference)
    if (reference !== undefined && (row?.userId !== userId || row.amount !== amount))
      findings.push(finding('lost', `${key} was opened as ${reference}, which is not there`))
  }
  for (const { id, userId, reference, amount } of rows.deposits) {
    const entries = entriesOf.get(id) ?? []
    const credits = entries.filter(({ type }) => type === 'deposit')
    const bonuses = entries.filter(({ type }) => type === 'bonus')
    const invoice = invoices.get(reference)
    const isPaid = invoice !== undefined && ['paid', 'paid_over'].includes(invoice.status)
    if (credits.length > 1 || bonuses.length > 1)
      findings.push(
        finding(
          'duplicated',
          `deposit ${reference} has ${credits.length} credits, ${bonuses.length} bonuses`,
        ),
      )
    if (credits.length > 0 && !isPaid && !credits.some(({ byStaff }) => byStaff))
      findings.push(
        finding('duplicated', `deposit ${reference} is credited; the gateway says ${invoice?.status}`),
      )
    if (credits.length === 0 && isPaid && invoice.at < paidBefore)
      findings.push(finding('lost', `deposit ${reference} was paid and is not credited`))
    const isWhole =
      credits.every((one) => one.signed === amount && one.userId === userId) &&
      sum(bonuses) === (credits.length === 0 ? 0n : bonusOf(amount))
    if (!isWhole) findings.push(finding('other', `deposit ${reference} of ${amount} got ${sum(entries)}`))
  }
  return findings
}

/** Spec §9: a tenth from $500 on, a twentieth from $100 on, rounded down. */
function bonusOf(amount: bigint): bigint {
  if (amount >= 500n * USD) return amount / 10n
  return amount >= 100n * USD ? amount / 20n : 0n
}

function sum(entries: readonly { signed: bigint }[]): bigint {
  return entries.reduce((total, { signed }) => total + signed, 0n)
}
