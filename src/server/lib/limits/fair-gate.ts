import { AppError } from '#contract/base/errors.ts'

/** `from`: where the caller is, from the widest network to the narrowest. */
export type FairGate = <T>(from: readonly string[], work: () => Promise<T>) => Promise<T>

type Waiter = { go: () => void; refuse: () => void }

/**
 * Limits how many run and how many wait. Waiting callers take turns by where they come from, so that many from one network
 * don't delay the others. If too many wait, the last one of the longest line is refused with `unavailable`.
 */
export function makeFairGate({
  runningMax,
  waitingMax,
}: {
  runningMax: number
  waitingMax: number
}): FairGate {
  const waiting = makeTurns<Waiter>()
  let running = 0

  const waitInLine = (from: readonly string[]) =>
    new Promise<void>((go, reject) => {
      waiting.add(from, { go, refuse: () => reject(new AppError('unavailable', { retryAfterSeconds: 1 })) })
      if (waiting.size() > waitingMax) waiting.dropLast()?.refuse()
    })

  return async (from, work) => {
    // The place is handed over at the end, so `running` stays unchanged.
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

/** Waiting items by place: places take turns, and so do places within a place. */
type Turns<Item> = {
  /** `from`: the widest place first; the same depth for every item. */
  add(from: readonly string[], item: Item): void
  takeFirst(): Item | undefined
  /** Removes the last item of the place with the most items, recursively; of equals, the one added last. */
  dropLast(): Item | undefined
  size(): number
}

function makeTurns<Item>(): Turns<Item> {
  /** Items directly at this place. */
  const line: Item[] = []
  /** Inner places, in order of their turns, never empty. */
  const within = new Map<string, Turns<Item>>()
  let count = 0

  const findLongest = () => {
    let longest: [string, Turns<Item>] | undefined
    for (const one of within) if (longest === undefined || one[1].size() >= longest[1].size()) longest = one
    return longest
  }

  return {
    add([place, ...rest], item) {
      count += 1
      if (place === undefined) return void line.push(item)
      const inner = within.get(place) ?? makeTurns<Item>()
      within.set(place, inner)
      inner.add(rest, item)
    },
    takeFirst() {
      if (count === 0) return undefined
      count -= 1
      const [first] = within
      if (first === undefined) return line.shift()
      const [place, inner] = first
      const item = inner.takeFirst()
      within.delete(place)
      // To the end of the order.
      if (inner.size() > 0) within.set(place, inner)
      return item
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
    size: () => count,
  }
}
