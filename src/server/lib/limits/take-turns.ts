/**
 * What waits, in lanes that take turns: thousands in one lane put nobody behind all of them. Of a lane that has
 * something under way nothing more is taken, so no two batches are about the same lane at once.
 */
export type Turns<Item> = {
  /** How many items wait. */
  waiting(): number
  /** Something waits or is under way in this lane. */
  isBusy(lane: unknown): boolean
  /** Something that waits can be taken now. */
  isReady(): boolean
  add(lane: unknown, item: Item): void
  /** The next batch: one item of each lane, then the next one of each, and so on while there is room. */
  take(): Taken<Item>
}

/** `release` is to be called when the items are no longer under way. */
export type Taken<Item> = { items: Item[]; release: () => void }

export type BatchLimits<Item> = {
  /** Items in a batch. */
  max: number
  /** Lanes in a batch. */
  lanesMax?: number | undefined
  /** Bytes in a batch; an item that is larger than that goes by itself. */
  bytesMax?: number | undefined
  bytesOf?: ((item: Item) => number) | undefined
}

type Lane<Item> = { key: unknown; items: Item[] }

export function makeTurns<Item>({
  max,
  lanesMax = max,
  bytesMax = Infinity,
  bytesOf = () => 0,
}: BatchLimits<Item>): Turns<Item> {
  const lanes = new Map<unknown, Lane<Item>>()
  /** Lanes of which something can be taken; whose turn it is stands first. */
  const ready = new Set<Lane<Item>>()
  let waiting = 0

  const take = () => {
    const items: Item[] = []
    let bytes = 0
    const takeOneOf = (lane: Lane<Item>): boolean => {
      const [next] = lane.items
      if (next === undefined || items.length === max) return false
      if (items.length > 0 && bytes + bytesOf(next) > bytesMax) return false
      lane.items.shift()
      items.push(next)
      bytes += bytesOf(next)
      return true
    }
    const taken: Lane<Item>[] = []
    for (const lane of ready) {
      if (items.length === max || taken.length === lanesMax) break
      // What is too large for the room that is left keeps its turn: it is the first of the next batch.
      if (takeOneOf(lane)) taken.push(lane)
    }
    for (const lane of taken) ready.delete(lane)
    for (let round = taken; round.length > 0;) round = round.filter(takeOneOf)
    waiting -= items.length
    return { items, release: () => release(taken) }
  }

  const release = (taken: readonly Lane<Item>[]) => {
    for (const lane of taken) {
      if (lane.items.length === 0) lanes.delete(lane.key)
      else ready.add(lane)
    }
  }

  return {
    waiting: () => waiting,
    isBusy: (lane) => lanes.has(lane),
    isReady: () => ready.size > 0,
    add(key, item) {
      let lane = lanes.get(key)
      if (lane === undefined) {
        lane = { key, items: [] }
        lanes.set(key, lane)
        ready.add(lane)
      }
      lane.items.push(item)
      waiting += 1
    },
    take,
  }
}
