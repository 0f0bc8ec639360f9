import { monitorEventLoopDelay } from 'node:perf_hooks'

export type EventLoopWatch = {
  /** The longest stall within the last 10 to 20 s. */
  longestSeconds(): number
  stop(): void
}

const WINDOW_MS = 10_000

export function watchEventLoop(): EventLoopWatch {
  const current = monitorEventLoopDelay({ resolution: 20 })
  current.enable()
  let before = 0
  const timer = setInterval(() => {
    before = current.max
    current.reset()
  }, WINDOW_MS).unref()
  return {
    longestSeconds: () => Math.max(before, current.max) / 1e9,
    stop() {
      clearInterval(timer)
      current.disable()
    },
  }
}
