import { AppError } from '#contract/base/errors.ts'

/** Limits how many run at a time and how many wait. */
export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Throws `unavailable` at once if too many wait, and if `signal` aborts while waiting. */
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
      // The place is handed over at the end, so `running` stays unchanged.
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
