import type { Context } from '#server/context.ts'
import type { NewsTopic } from '#server/database/news.ts'

export type Loop = { stop(): Promise<void> }

/**
 * Runs `work` again and again: at once when woken by news or while it says there is more, else every
 * `everyMs`. A failure is logged and waits; it never ends the loop. `stop` waits for the run under way.
 */
export function startLoop({
  ctx,
  name,
  everyMs,
  wakeOn = [],
  work,
}: {
  ctx: Context
  name: string
  everyMs: number
  wakeOn?: readonly NewsTopic[]
  /** Answers true when there may be more to do right now. */
  work: (signal: AbortSignal) => Promise<boolean>
}): Loop {
  const stopping = new AbortController()
  let wake: (() => void) | undefined
  let isWoken = false
  const offs = wakeOn.map((topic) =>
    ctx.news.on(topic, () => {
      isWoken = true
      wake?.()
    }),
  )

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isWoken || stopping.signal.aborted) wake()
    })

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      let hasMore = false
      try {
        hasMore = await work(stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted)
          ctx.log.error({ err: error, job: name }, 'a job failed and will be tried again')
      }
      if (!hasMore) await rest()
    }
  }
  const finished = run()

  return {
    async stop() {
      stopping.abort()
      for (const off of offs) off()
      wake?.()
      await finished
    },
  }
}

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
