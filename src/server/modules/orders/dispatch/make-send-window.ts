/** How many orders may be on their way to a provider at once, by how the last ones ended. */
export type SendWindow = {
  /** What the provider bears at once: the window is never wider. */
  setMax(max: number): void
  /** An order was answered, after so long. */
  noteAnswer(tookMs: number): void
  /** One was lost, did not get there, or is not answered for a long time. */
  noteTrouble(): void
  /** Now, with so many failures in a row as the breaker has counted. */
  width(failures: number): number
  /** Longer than usual: it may hang. */
  overdueAfterMs(): number
  /** An order that left so long ago is not likely to be answered; each failure in a row gives the next more time. */
  silentAfterMs(failures: number): number
}

const OVERDUE_MS_MIN = 1_000
const SILENT_MS_MIN = 5_000
/** A provider that is slow by nature does not hang. */
const TIMES_SLOWEST = 3
/** Of what is remembered of the slowest, with each answer. */
const FADES = 0.95

/**
 * Half as many with each failure, one more with each answer: a little trouble costs a little, and is made up for within
 * as many answers as calls at once. Where failures come without an answer between them, it is two and then one, so that an
 * outage loses no more orders than calls at once and five: with N at once, N + 2 + 1 + 1 + 1.
 */
export function makeSendWindow(silentMsMin = SILENT_MS_MIN): SendWindow {
  let max = 1
  let size = Infinity
  let slowestMs = 0
  return {
    setMax(next) {
      max = next
    },
    noteAnswer(tookMs) {
      size = Math.min(size, max) + 1
      slowestMs = Math.max(tookMs, slowestMs * FADES)
    },
    noteTrouble() {
      size = Math.max(1, Math.floor(Math.min(size, max) / 2))
    },
    width(failures) {
      if (failures === 0) return Math.min(size, max)
      // Two, so that one that hangs does not keep the next answer from coming.
      return failures === 1 ? Math.min(2, max) : 1
    },
    overdueAfterMs: () => Math.max(Math.min(OVERDUE_MS_MIN, silentMsMin), slowestMs * TIMES_SLOWEST),
    silentAfterMs: (failures) =>
      Math.max(silentMsMin, slowestMs * TIMES_SLOWEST) * 2 ** Math.min(failures, 4),
  }
}
