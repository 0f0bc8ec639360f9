/** Those who wait, by where they are: the places take turns, and so do the places within a place. */
export type Turns<Item> = {
  /** `from`: the widest place first, as many of them for every item. */
  add(from: readonly string[], item: Item): void
  takeFirst(): Item | undefined
  /** The last one of the place where most are, and there again; of several such places, of that which came last. */
  dropLast(): Item | undefined
  size(): number
}

export function makeTurns<Item>(): Turns<Item> {
  /** Of this very place. */
  const line: Item[] = []
  /** In the order of their turns. None of them is empty. */
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
      // Behind all the others: they are before it now.
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
