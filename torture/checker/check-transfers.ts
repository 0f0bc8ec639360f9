import type { BankTransfer, TransferAsk } from '#torture/clients/client-records.ts'

import { bonusOf, sum } from './check-deposits.ts'
import { type Finding, finding } from './finding.ts'
import type { DepositRow, EntryRow, Rows } from './read-rows.ts'

/** Above this a second staff member must approve a credit; in units. */
export const APPROVAL_ABOVE = 20_000_000_000n

type Found = [Finding['kind'], string][]

/**
 * A transfer is credited once, with the amount that staff entered, by two of them above the limit; each bank reference
 * once. Of all final decisions about a transfer only one takes effect. A reported transfer waits for staff.
 */
export function checkTransfers({
  rows,
  method,
  transfers,
  asks,
}: {
  rows: Rows
  /** Their `gateway`, the method's id. */
  method: string
  transfers: ReadonlyMap<string, BankTransfer>
  asks: readonly TransferAsk[]
}): Finding[] {
  const entriesOf = Map.groupBy(rows.entries, ({ depositId }) => depositId)
  const asksOf = Map.groupBy(asks, ({ orderId }) => orderId)
  const own = rows.deposits.filter(({ gateway }) => gateway === method)
  const found = own.flatMap((deposit) => {
    const { reference, id } = deposit
    const evidence = {
      entries: entriesOf.get(id) ?? [],
      transfer: transfers.get(reference),
      asks: asksOf.get(reference) ?? [],
    }
    return judge(deposit, evidence).map(([kind, what]) => finding(kind, `transfer ${reference} ${what}`))
  })
  const credited = own.filter(({ status }) => status === 'completed')
  const claims = Map.groupBy(credited, ({ reference }) => toComparable(transfers.get(reference)?.reference))
  const twice = [...claims].filter(([claimed, all]) => claimed !== undefined && all.length > 1)
  return [
    ...found,
    ...twice.map(([claimed, all]) => finding('duplicated', `${claimed} is credited ${all.length} times`)),
  ]
}

function judge(
  { userId, status }: DepositRow,
  {
    entries,
    transfer,
    asks,
  }: { entries: readonly EntryRow[]; transfer: BankTransfer | undefined; asks: readonly TransferAsk[] },
): Found {
  const found: Found = []
  const credits = entries.filter(({ type }) => type === 'deposit')
  const bonuses = entries.filter(({ type }) => type === 'bonus')
  const finals = asks.filter(({ isFinal }) => isFinal)
  const [credit] = credits
  if (credits.length > 1 || bonuses.length > 1)
    found.push(['duplicated', `has ${credits.length} credits and ${bonuses.length} bonuses`])
  if (finals.length > 1)
    found.push(['duplicated', `was decided ${finals.length} times: ${finals.map(toWords).join(', ')}`])
  if (finals.length === 1 && (finals[0]?.what === 'refuse') === (credit !== undefined))
    found.push(['lost', `is ${status} after ${finals.map(toWords).join()}`])
  if (transfer?.isSent === true && status === 'pending') found.push(['lost', 'was sent and waits for nobody'])
  if (!credit) return sum(entries) === 0n ? found : [...found, ['other', `got ${sum(entries)}`]]
  const persons = listPersons(asks, credit.signed)
  if (persons === 0) found.push(['duplicated', `is credited with ${credit.signed}, for which nobody asked`])
  if (persons === 1 && credit.signed > APPROVAL_ABOVE)
    found.push(['other', `of ${credit.signed} was credited by one person alone`])
  const isRight = sum(bonuses) === bonusOf(credit.signed) && entries.every((one) => one.userId === userId)
  if (!isRight) found.push(['other', `got ${sum(entries)}`])
  return found
}

/** 2 if one requested a credit of that amount and another approved it, 1 if it was only requested. */
function listPersons(asks: readonly TransferAsk[], amount: bigint): 0 | 1 | 2 {
  const by = (wanted: TransferAsk['what']) =>
    asks.filter((one) => one.what === wanted && one.amount === amount).map(({ who }) => who)
  const [proposers, approvers] = [by('credit'), by('approve')]
  if (proposers.some((one) => approvers.some((other) => other !== one))) return 2
  return proposers.length > 0 ? 1 : 0
}

function toWords({ what, who }: TransferAsk): string {
  return `${what} of ${who}`
}

function toComparable(reference: string | undefined): string | undefined {
  return reference?.replaceAll(/\s+/g, '').toLowerCase()
}
