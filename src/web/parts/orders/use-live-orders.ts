import { useState } from 'react'
import type { Endpoint } from '#contract/base/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'

const flashMilliseconds = 1_300

type Newer = Partial<Order> & Pick<Order, 'id' | 'updated_at'>

/**
 * A page's orders, kept up to date: rows change in place and flash once, and `read` is read again, since the order may
 * be on another page. `update` does the same for the result of a refresh.
 */
export function useLiveOrders(
  loaded: readonly Order[],
  read: Endpoint,
): {
  orders: readonly Order[]
  isFlashing: (id: number) => boolean
  update: (order: Newer) => void
} {
  const [newer, setNewer] = useState<ReadonlyMap<number, Newer>>(new Map())
  const [flashing, setFlashing] = useState<ReadonlySet<number>>(new Set())

  useLiveEvent('order', (order) => {
    if (loaded.some(({ id }) => id === order.id)) update(order)
    rereadSoon(read)
  })
  useLiveGaps(() => rereadSoon(read))

  const orders = loaded.map((order) => {
    const change = newer.get(order.id)
    return change !== undefined && change.updated_at >= order.updated_at ? { ...order, ...change } : order
  })

  function update(change: Newer): void {
    const shown = orders.find(({ id }) => id === change.id)
    if (shown === undefined || change.updated_at < shown.updated_at) return
    setNewer((old) => new Map(old).set(change.id, { ...old.get(change.id), ...change }))
    const isSame =
      (change.status ?? shown.status) === shown.status && (change.remains ?? shown.remains) === shown.remains
    if (isSame) return
    setFlashing((old) => new Set(old).add(change.id))
    setTimeout(
      () => setFlashing((old) => new Set([...old].filter((id) => id !== change.id))),
      flashMilliseconds,
    )
  }

  return { orders, isFlashing: (id) => flashing.has(id), update }
}
