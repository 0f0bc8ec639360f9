import { AppError } from '#contract/base/errors.ts'

/** Lets so many run at once and so many wait; whoever comes beyond that is sent away at once. */
export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Throws `unavailable` at once where too many wait already, and for whoever leaves while waiting: nobody hears that. */
export function makeGate({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): Gate {
  const waiting = new Set<() => void>()
  let running = 0

  const waitInLine = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(go)
        reject(new AppError('unavailable'))
      }
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(go)
      signal?.addEventListener('abort', leave, { once: true })
    })

  return async (work, signal) => {
    if (signal?.aborted === true) throw new AppError('unavailable')
    if (running >= runningMax) {
      if (waiting.size >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 1 })
      // Whoever leaves hands its place over, so `running` stays as it is.
      await waitInLine(signal)
    } else running += 1
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next === undefined) running -= 1
      else {
        waiting.delete(next)
        next()
      }
    }
  }
}
