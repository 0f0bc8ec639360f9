import { breakdown, certain, certainDespiteTrouble, trouble } from './order-fault-words.ts'
import { type Refusal, classifyRefusal, toPlain } from './tell-refusal.ts'

/** What an error text of `add` says about the order: see field notes 2. */
export type AddJudgement = { kind: 'rejected' } | { kind: 'refused'; about: Refusal } | { kind: 'unknown' }

/**
 * Judges by words, since the protocol has no codes. Money decides what happens to a text we do not know: an order
 * that may have been taken must not be paid back (the provider keeps our money, the customer gets goods and money)
 * nor sent again (bought twice). The field's servers answer {error} instead of taking an order, but a panel that
 * passes it on to another one also answers {error} when it broke down half-way. So a text counts as "not taken" only
 * when it names the reason; every other one is `unknown`, and a person decides. A needless look costs minutes, a
 * wrong guess costs the order's price. `noise` is what was printed around the answer: a warning of a database says as
 * much as an error does.
 */
export function judgeAddError(error: string, noise = ''): AddJudgement {
  const text = toPlain(error)
  if (isBreakdown(error, noise)) return { kind: 'unknown' }
  const about = classifyRefusal(error)
  // About us, not about the order: it was not taken, and goes again later.
  if (about !== undefined) return { kind: 'refused', about }
  if (isIn(certainDespiteTrouble, text)) return { kind: 'rejected' }
  if (isIn(trouble, text)) return { kind: 'unknown' }
  return isIn(certain, text) ? { kind: 'rejected' } : { kind: 'unknown' }
}

/** It says that it broke down, whatever else it says: as little as no answer at all. */
export function isBreakdown(error: string, noise = ''): boolean {
  return isIn(breakdown, toPlain(error)) || isIn(breakdown, noise.toLowerCase())
}

function isIn(words: readonly RegExp[], text: string): boolean {
  return words.some((pattern) => pattern.test(text))
}
