import { AppError } from '#contract/base/errors.ts'

/** Runs `work` when there is room. Its own errors rise unchanged. */
export type Semaphore = <T>(work: () => Promise<T>, caller?: Caller) => Promise<T>

type Caller = {
  /** The sources of the call, widest first; the same number as for the semaphore's other callers. */
  from?: readonly string[]
  /** Ends the wait, not the work. */
  signal?: AbortSignal
  /** The room that the work takes, if not 1. For semaphores without waiting. */
  weight?: number
}

export type SemaphoreLimits = {
  runningMax: number
  /** Max. running per source (the first of `from`). */
  eachMax?: number
  /** Without these two nothing waits. */
  waitingMax?: number
  waitMs?: number
  code?: 'unavailable' | 'rate_limited'
  retryAfterSeconds?: number
}

type Waiter = { go: () => void; refuse: () => void }

/**
 * Limits how many run, how many wait and for how long. Waiting calls take turns by source, so that many from one source
 * don't delay the others. When too many wait, the last one of the longest line is refused. Throws `code` when refused,
 * after `waitMs`, and when `signal` aborts the wait.
 */
export function makeSemaphore({
  runningMax,
  eachMax = Infinity,
  waitingMax = 0,
  waitMs = 0,
  code = 'unavailable',
  retryAfterSeconds = 1,
}: SemaphoreLimits): Semaphore {
  const waiting = makeTurns<Waiter>()
  const runningOf = new Map<string, number>()
  let running = 0

  const isPlaceOpen = (place: string, weight = 1) => (runningOf.get(place) ?? 0) + weight <= eachMax

  const occupy = (place: string, weight: number) => {
    running += weight
    const own = (runningOf.get(place) ?? 0) + weight
    if (own === 0) runningOf.delete(place)
    else runningOf.set(place, own)
  }

  const toRefusal = () => new AppError(code, { retryAfterSeconds })

  const startNext = () => {
    const next = running < runningMax ? waiting.takeFirst(isPlaceOpen) : undefined
    if (next === undefined) return
    // Before any other caller can take the room.
    occupy(next.place, 1)
    next.item.go()
  }

  const wait = (from: readonly string[], signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        end()
      }
      const refuse = () => settle(() => reject(toRefusal()))
      const waiter: Waiter = { go: () => settle(resolve), refuse }
      const leave = () => {
        waiting.remove(from, waiter)
        refuse()
      }
      const timer = setTimeout(leave, waitMs).unref()
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(from, waiter)
      if (waiting.size() > waitingMax) waiting.dropLast()?.refuse()
    })

  return async (work, { from = anywhere, signal, weight = 1 } = {}) => {
    const [place = ''] = from
    if (signal?.aborted === true) throw toRefusal()
    if (running + weight <= runningMax && isPlaceOpen(place, weight)) occupy(place, weight)
    else await wait(from, signal)
    try {
      return await work()
    } finally {
      occupy(place, -weight)
      startNext()
    }
  }
}

const anywhere = ['']

/** Waiting items by source: sources take turns, and so do sources within a source. */
type Turns<Item> = {
  /** `from`: the widest source first; the same depth for every item. */
  add(from: readonly string[], item: Item): void
  /** The next item of the first source that is open. */
  takeFirst(isOpen?: (place: string) => boolean): { place: string; item: Item } | undefined
  /** Removes the last item of the source with the most items, recursively; of equals, the one added last. */
  dropLast(): Item | undefined
  remove(from: readonly string[], item: Item): void
  size(): number
}

function makeTurns<Item>(): Turns<Item> {
  /** Items directly at this source. */
  const line: Item[] = []
  /** Inner sources, in the order of their turns, never empty. */
  const within = new Map<string, Turns<Item>>()
  let count = 0

  const findLongest = () => {
    let longest: [string, Turns<Item>] | undefined
    for (const one of within) if (longest === undefined || one[1].size() >= longest[1].size()) longest = one
    return longest
  }

  const takeFromLine = (item: Item | undefined) => {
    if (item === undefined) return undefined
    count -= 1
    return { place: '', item }
  }

  return {
    add([place, ...rest], item) {
      count += 1
      if (place === undefined) return void line.push(item)
      const inner = within.get(place) ?? makeTurns<Item>()
      within.set(place, inner)
      inner.add(rest, item)
    },
    takeFirst(isOpen = () => true) {
      for (const [place, inner] of within) {
        if (!isOpen(place)) continue
        const taken = inner.takeFirst()
        if (taken === undefined) continue
        count -= 1
        within.delete(place)
        // To the end of the order.
        if (inner.size() > 0) within.set(place, inner)
        return { place, item: taken.item }
      }
      return takeFromLine(line.shift())
    },
    dropLast() {
      if (count === 0) return undefined
      count -= 1
      const longest = findLongest()
      if (longest === undefined) return line.pop()
      const [place, inner] = longest
      const item = inner.dropLast()
      if (inner.size() === 0) within.delete(place)
      return item
    },
    remove([place, ...rest], item) {
      count -= 1
      if (place === undefined) return void line.splice(line.indexOf(item), 1)
      const inner = within.get(place)
      inner?.remove(rest, item)
      if (inner?.size() === 0) within.delete(place)
    },
    size: () => count,
  }
}
