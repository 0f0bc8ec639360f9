import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Allowance } from '#server/modules/users/api-keys/spend-by-key.ts'
import type { OrderToPlace, Placing, Undecided } from '#server/modules/orders/placing/placing-queries.ts'
import { refusalOf } from '#server/modules/orders/placing/read-placing.ts'

/** A line that its service's rules let through. */
export type Line = {
  at: number
  order: OrderToPlace
  /** Reckoned before where a limit of keys counts it, else what the placing statement said. */
  cost: bigint | undefined
}

export type Decided = { line: Line; outcome: Placing | AppError }

/** What the lines share: undefined where it is not known yet, and where there is no limit. */
type Purse = { balance: bigint | undefined; allowance: Allowance | undefined; spent: bigint }

/** A price that changes between being reckoned and being charged, again and again, is given up on. */
const PRICED_TIMES = 3

/**
 * Places one customer's lines in their order, each as if it came alone after those before it: what a line does not get
 * is left for the next one. `place` answers one row per order and holds the account from its first call on, so what it
 * says of the balance stays so.
 *
 * First all of them together. Behind the first that can not be paid none is accepted: from there on those are tried
 * together that are surely covered, so each line is sent twice at most, whatever the balance. What a refusal says is left is
 * told at the end, when it is known what became of the lines before it.
 */
export async function placeLines(
  lines: readonly Line[],
  allowance: Allowance | undefined,
  place: (orders: OrderToPlace[]) => Promise<(Placing | Undecided)[]>,
): Promise<{ decided: Decided[]; spent: bigint; balance: bigint | undefined }> {
  const purse: Purse = { balance: undefined, allowance, spent: 0n }
  const decided: Decided[] = []
  const priced = new Map<number, number>()
  let open = lines
  while (open.length > 0) {
    const { together, refused, rest } = takeCovered(open, purse)
    decided.push(...refused)
    const rows = together.length === 0 ? [] : await place(together.map((line) => toSend(line, purse)))
    const again: Line[] = []
    for (const [index, line] of together.entries()) {
      const row = rows[index]
      if (row === undefined) throw new Error('the placing statement answered fewer rows than orders')
      const outcome = read(row, priced, line)
      if (outcome === 'again') again.push({ ...line, cost: row.price ?? undefined })
      else decided.push({ line, outcome })
    }
    spend(purse, rows)
    open = [...again, ...rest]
  }
  return { decided: sayWhatWasLeft(decided, purse), spent: purse.spent, balance: purse.balance }
}

/** The lines up to the first that waits for what becomes of those before it, and those that nothing can cover any more. */
function takeCovered(open: readonly Line[], purse: Purse) {
  const { balance, allowance } = purse
  const left = allowance && allowance.limit - allowance.spent - purse.spent
  const together: Line[] = []
  const refused: Decided[] = []
  let running = 0n
  for (const [index, line] of open.entries()) {
    const cost = line.cost ?? 0n
    const refusal = refuse(cost, purse)
    if (refusal !== undefined) {
      refused.push({ line, outcome: refusal })
      continue
    }
    running += cost
    const isCovered = (left === undefined || running <= left) && (balance === undefined || running <= balance)
    if (!isCovered) return { together, refused, rest: open.slice(index) }
    together.push(line)
  }
  return { together, refused, rest: [] }
}

/** What is left of either is never more again, whatever becomes of the lines before. */
function refuse(cost: bigint, { balance, allowance, spent: now }: Purse): AppError | undefined {
  if (allowance !== undefined && allowance.spent + now + cost > allowance.limit)
    return new AppError('daily_limit_reached', {
      limit: allowance.limit,
      spent: money(allowance.spent + now),
    })
  if (balance !== undefined && cost > balance)
    return new AppError('insufficient_balance', { required: money(cost), available: money(balance) })
  return undefined
}

/** In the order of the lines: a refusal is said of what those before its line left, however late they were placed. */
function sayWhatWasLeft(decided: readonly Decided[], { balance, allowance, spent }: Purse): Decided[] {
  let before = 0n
  return decided
    .toSorted((one, other) => one.line.at - other.line.at)
    .map(({ line, outcome }) => {
      if (!(outcome instanceof AppError)) before += outcome.price ?? 0n
      else if ('required' in outcome.details && balance !== undefined) {
        const available = money(balance + spent - before)
        return { line, outcome: new AppError('insufficient_balance', { ...outcome.details, available }) }
      } else if ('spent' in outcome.details && allowance !== undefined) {
        const details = { limit: allowance.limit, spent: money(allowance.spent + before) }
        return { line, outcome: new AppError('daily_limit_reached', details) }
      }
      return { line, outcome }
    })
}

/** Where a limit counts it, it is placed for what was counted or not at all; else for what was shown, where that was said. */
function toSend({ order, cost }: Line, { allowance }: Purse): OrderToPlace {
  return allowance === undefined ? order : { ...order, seenPrice: cost ?? null }
}

function read(
  row: Placing | Undecided,
  priced: Map<number, number>,
  { at, order }: Line,
): Placing | AppError | 'again' {
  if (row.outcome === 'placed') return row
  if (row.outcome === 'again') return 'again'
  // No line is to be placed, and nothing is kept under the key.
  if (row.outcome === 'no_account') throw refusalOf(row)
  if (row.outcome === 'locked') throw new Error('an account that is held was locked')
  const tries = (priced.get(at) ?? 0) + 1
  priced.set(at, tries)
  // Where nobody said which price they were shown: ours was reckoned just before somebody changed it.
  if (row.outcome === 'price_changed' && order.seenPrice === null && tries < PRICED_TIMES) return 'again'
  const refusal = refusalOf(row)
  if (refusal instanceof AppError) return refusal
  throw refusal
}

function spend(purse: Purse, rows: readonly (Placing | Undecided)[]): void {
  const placed = rows.filter(({ outcome }) => outcome === 'placed')
  for (const { price } of placed) purse.spent += price ?? 0n
  const known = placed.at(-1)?.balance_after ?? rows.find(({ balance }) => balance !== null)?.balance
  purse.balance = known ?? purse.balance
}
