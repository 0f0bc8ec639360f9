/** The maximum number of orders being sent to a provider at once, depending on recent outcomes. */
type SendWindow = {
  /** The provider's limit: the window is never wider. */
  setMax(max: number): void
  /** An order was answered after `tookMs`. */
  noteAnswer(tookMs: number): void
  /** An order was lost, did not get through, or is overdue. */
  noteTrouble(): void
  /** The width after this many consecutive failures counted by the breaker. */
  width(failures: number): number
  /** After this time a call may be hanging. */
  overdueAfterMs(): number
  /** After this time an answer is unlikely; each consecutive failure allows more time. */
  silentAfterMs(failures: number): number
}

const OVERDUE_MS_MIN = 1_000
const SILENT_MS_MIN = 5_000
/** A slow provider is not a hanging one. */
const TIMES_SLOWEST = 3
/** The slowest duration decays by this factor with each answer. */
const FADES = 0.95

/**
 * Halves on failure and grows by one with each answer, so that a little trouble costs little. With consecutive
 * failures the width is two, then one, so that an outage loses at most concurrent calls plus five: with N at once,
 * N + 2 + 1 + 1 + 1.
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
      // Two, so that one hanging call does not block the next answer.
      return failures === 1 ? Math.min(2, max) : 1
    },
    overdueAfterMs: () => Math.max(Math.min(OVERDUE_MS_MIN, silentMsMin), slowestMs * TIMES_SLOWEST),
    silentAfterMs: (failures) =>
      Math.max(silentMsMin, slowestMs * TIMES_SLOWEST) * 2 ** Math.min(failures, 4),
  }
}
