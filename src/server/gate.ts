import { AppError } from '#contract/errors.ts'

/** Lets so many run at once and so many wait; whoever comes beyond that is sent away at once. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Throws `unavailable` at once where too many wait already. */
export function makeGate({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 1 })
      // Whoever leaves hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
