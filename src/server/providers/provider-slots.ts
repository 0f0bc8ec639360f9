import { AppError } from '#contract/errors.ts'

/** Calls to one provider at a time, from this process. */
const CALLS_AT_ONCE = 4
/** Beyond that many waiting, it is better to come again later. */
const WAITING_MAX = 500

type Slots = { taken: number; waiting: (() => void)[] }
const slotsOf = new Map<number, Slots>()

/** Runs `work` when the provider has a slot free; in the order they came. Throws `unavailable` when too many wait. */
export async function withProviderSlot<Result>(
  providerId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const slots = slotsOf.get(providerId) ?? { taken: 0, waiting: [] }
  slotsOf.set(providerId, slots)
  if (slots.taken < CALLS_AT_ONCE) slots.taken += 1
  else {
    if (slots.waiting.length >= WAITING_MAX) throw new AppError('unavailable', { retryAfterSeconds: 10 })
    await new Promise<void>((resolve) => slots.waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    // The slot goes straight to the next in line.
    const next = slots.waiting.shift()
    if (next !== undefined) next()
    else slots.taken -= 1
  }
}
