import { readFileSync } from 'node:fs'

/**
 * Milliseconds from here on, without those for which a process, this one by default, was ready to go on and other
 * processes had every core: what a timer of it makes of them. Where the kernel does not tell, they count.
 */
export function startOwnClock(pid: number | 'self' = 'self'): () => number {
  const began = performance.now()
  const before = readKeptWaiting(pid) ?? 0
  let keptWaiting = 0
  return () => {
    // Of a process that has ended, what was known last.
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
