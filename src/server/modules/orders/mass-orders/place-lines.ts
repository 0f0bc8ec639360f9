import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { OrderToPlace, Placing, Undecided } from '#server/modules/orders/placing/place-rows.ts'
import { type Allowance, allowanceOf, refusalOf } from '#server/modules/orders/placing/read-placing.ts'

/** A line that passed the rules of its service. */
export type Line = {
  at: number
  order: OrderToPlace
  /** The price, from the placing statement's first answer. */
  cost: bigint | undefined
}

export type Decided = { line: Line; outcome: Placing | AppError }

/** The funds for the lines; undefined until known, `allowance` also without a daily limit. */
type Funds = { balance: bigint | undefined; allowance: Allowance | undefined; spent: bigint }

/**
 * Places one customer's lines in order, with the same results as one after the other. `place` returns one row per order
 * and locks the account from its first call on, so the balance and the daily limit it reports stay valid.
 *
 * All lines are tried together first. After the first that can't be paid none is accepted, so from there on only lines
 * that are certainly covered are tried together: each line is sent at most twice. The balance and the spending shown in
 * a refusal are set at the end, when the outcome of earlier lines is known.
 */
export async function placeLines(
  lines: readonly Line[],
  place: (orders: OrderToPlace[]) => Promise<(Placing | Undecided)[]>,
): Promise<{ decided: Decided[]; balance: bigint | undefined }> {
  const funds: Funds = { balance: undefined, allowance: undefined, spent: 0n }
  const decided: Decided[] = []
  let open = lines
  while (open.length > 0) {
    const { together, refused, rest } = takeCovered(open, funds)
    decided.push(...refused)
    const rows = together.length === 0 ? [] : await place(together.map(({ order }) => order))
    const again: Line[] = []
    for (const [index, line] of together.entries()) {
      const row = rows[index]
      if (row === undefined) throw new Error('the placing statement answered fewer rows than orders')
      const outcome = read(row)
      if (outcome === 'again') again.push({ ...line, cost: row.price ?? undefined })
      else decided.push({ line, outcome })
    }
    spend(funds, rows)
    open = [...again, ...rest]
  }
  return { decided: withRemainingFunds(decided, funds), balance: funds.balance }
}

/** Lines that are certainly covered, up to the first that depends on those before it, and lines that nothing can cover. */
function takeCovered(open: readonly Line[], funds: Funds) {
  const { balance, allowance } = funds
  const left = allowance && allowance.limit - allowance.spent
  const together: Line[] = []
  const refused: Decided[] = []
  let running = 0n
  for (const [index, line] of open.entries()) {
    const cost = line.cost ?? 0n
    const refusal = refuse(cost, funds)
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

/** Final, because balance and allowance never increase while the lines are placed. */
function refuse(cost: bigint, { balance, allowance }: Funds): AppError | undefined {
  if (allowance !== undefined && allowance.spent + cost > allowance.limit)
    return new AppError('daily_limit_reached', allowance)
  if (balance !== undefined && cost > balance)
    return new AppError('insufficient_balance', { required: money(cost), available: money(balance) })
  return undefined
}

/** In line order. A refusal shows what earlier lines left, regardless of when they were placed. */
function withRemainingFunds(decided: readonly Decided[], { balance, allowance, spent }: Funds): Decided[] {
  let before = 0n
  return decided
    .toSorted((one, other) => one.line.at - other.line.at)
    .map(({ line, outcome }) => {
      if (!(outcome instanceof AppError)) before += outcome.price ?? 0n
      else if ('required' in outcome.details && balance !== undefined) {
        const available = money(balance + spent - before)
        return { line, outcome: new AppError('insufficient_balance', { ...outcome.details, available }) }
      } else if ('spent' in outcome.details && allowance !== undefined) {
        const details = { limit: allowance.limit, spent: money(allowance.spent - spent + before) }
        return { line, outcome: new AppError('daily_limit_reached', details) }
      }
      return { line, outcome }
    })
}

function read(row: Placing | Undecided): Placing | AppError | 'again' {
  if (row.outcome === 'placed') return row
  if (row.outcome === 'again') return 'again'
  // Rolls back the whole mass order; nothing is stored under its key.
  if (row.outcome === 'no_account' || row.outcome === 'no_key') throw refusalOf(row)
  if (row.outcome === 'locked') throw new Error('the account was locked by another tx')
  const refusal = refusalOf(row)
  if (refusal instanceof AppError) return refusal
  throw refusal
}

function spend(funds: Funds, rows: readonly (Placing | Undecided)[]): void {
  const placed = rows.filter(({ outcome }) => outcome === 'placed')
  for (const { price } of placed) funds.spent += price ?? 0n
  const known = placed.at(-1)?.balance_after ?? rows.find(({ balance }) => balance !== null)?.balance
  funds.balance = known ?? funds.balance
  // The same in every row.
  const [row] = rows
  if (row !== undefined) funds.allowance = allowanceOf(row)
}
