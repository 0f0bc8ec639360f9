import { setTimeout as sleep } from 'node:timers/promises'

import type { Book } from '#torture/people/book.ts'
import type { World } from '#torture/world/start-world.ts'

import { until } from './until.ts'

const LOOK_MS = 100

/** Seconds from `since` until an order was acknowledged that was asked for after it; undefined when none was in time. */
export async function awaitOrders(book: Book, since: number, seconds: number): Promise<number | undefined> {
  let answeredAt: number | undefined
  const left = (since - performance.now()) / 1000 + seconds
  await until(Math.max(left, 0), (done) =>
    book.onAcknowledged((askedAt) => {
      if (askedAt < since) return
      answeredAt ??= performance.now()
      done()
    }),
  )
  return answeredAt === undefined ? undefined : (answeredAt - since) / 1000
}

/** Seconds from `since` until a provider took an order; undefined when none did in time. */
export async function awaitDispatch(
  world: Pick<World, 'accepts'>,
  since: number,
  seconds: number,
): Promise<number | undefined> {
  const sinceWall = performance.timeOrigin + since
  for (const end = since + seconds * 1000; performance.now() < end; await sleep(LOOK_MS)) {
    const first = world.accepts().findLast(({ at }) => at >= sinceWall)
    if (first) return Math.max(0, (performance.now() - since) / 1000)
  }
  return undefined
}
