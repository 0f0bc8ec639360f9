import { AppError } from '#contract/base/errors.ts'

import { makeTurns } from './turns.ts'

/** `from`: where the asking one is, the widest place first. */
export type FairGate = <T>(from: readonly string[], work: () => Promise<T>) => Promise<T>

type Waiting = { go: () => void; refuse: () => void }

/**
 * Lets so many run at once and so many wait. Those who wait take turns by where they come from: however many wait there,
 * whoever comes from elsewhere has one of the next turns. Where too many wait, the last one of the longest line is sent
 * away. Throws `unavailable`.
 */
export function makeFairGate({
  runningMax,
  waitingMax,
}: {
  runningMax: number
  waitingMax: number
}): FairGate {
  const waiting = makeTurns<Waiting>()
  let running = 0

  const waitInLine = (from: readonly string[]) =>
    new Promise<void>((go, reject) => {
      waiting.add(from, { go, refuse: () => reject(new AppError('unavailable', { retryAfterSeconds: 1 })) })
      if (waiting.size() > waitingMax) waiting.dropLast()?.refuse()
    })

  return async (from, work) => {
    // Whoever ends hands its place over, so `running` stays as it is.
    if (running >= runningMax) await waitInLine(from)
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.takeFirst()
      if (next === undefined) running -= 1
      else next.go()
    }
  }
}
