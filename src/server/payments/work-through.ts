/** Does `work` for each item, a few at a time; what has not begun when `signal` is aborted stays undone. */
export async function workThrough<Item>({
  items,
  atOnce,
  signal,
  work,
}: {
  items: Iterable<Item>
  atOnce: number
  signal: AbortSignal
  work: (item: Item) => Promise<void>
}): Promise<void> {
  const waiting = Iterator.from(items)
  const next = async () => {
    for (let item = waiting.next(); item.done !== true && !signal.aborted; item = waiting.next())
      await work(item.value)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
