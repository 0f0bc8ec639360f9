import { setTimeout as sleep } from 'node:timers/promises'

import type { ClientRecords } from '#torture/clients/client-records.ts'
import type { Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

import { until } from './until.ts'

const LOOK_MS = 100

/** Seconds from `since` until an order requested afterwards was acknowledged; undefined if none was in time. */
export async function awaitOrders(
  records: ClientRecords,
  since: number,
  seconds: number,
): Promise<number | undefined> {
  let answeredAt: number | undefined
  const left = (since - performance.now()) / 1000 + seconds
  await until(Math.max(left, 0), (done) =>
    records.onAcknowledged((askedAt) => {
      if (askedAt < since) return
      answeredAt ??= performance.now()
      done()
    }),
  )
  return answeredAt === undefined ? undefined : (answeredAt - since) / 1000
}

/** Seconds from `since` until a provider accepted an order; undefined if none did in time. */
export async function awaitDispatch(
  sandboxes: Pick<Sandboxes, 'accepts'>,
  since: number,
  seconds: number,
): Promise<number | undefined> {
  const sinceWall = performance.timeOrigin + since
  for (const end = since + seconds * 1000; performance.now() < end; await sleep(LOOK_MS)) {
    const first = sandboxes.accepts().findLast(({ at }) => at >= sinceWall)
    if (first) return Math.max(0, (performance.now() - since) / 1000)
  }
  return undefined
}
