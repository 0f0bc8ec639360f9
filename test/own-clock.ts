import { readFileSync } from 'node:fs'

/**
 * Milliseconds from now on, without those in which a process (by default this one) was runnable but other processes had
 * every core: like a timer of its own CPU. Where the kernel doesn't report them, they count.
 */
export function startOwnClock(pid: number | 'self' = 'self'): () => number {
  const began = performance.now()
  const before = readKeptWaiting(pid) ?? 0
  let keptWaiting = 0
  return () => {
    // For a process that has ended, the last known value.
    keptWaiting = (readKeptWaiting(pid) ?? before + keptWaiting) - before
    return performance.now() - began - keptWaiting
  }
}

function readKeptWaiting(pid: number | 'self'): number | undefined {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}
