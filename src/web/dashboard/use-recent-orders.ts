import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { Order } from '#contract/orders.ts'
import { useLiveEvent, useLiveReturn } from '#web/live/live-events.ts'

const flashMilliseconds = 1_300
/** Counts are read anew after orders have changed, once for all that change within this time. */
const settleMilliseconds = 1_000

/** The newest orders as they were loaded, kept live: rows change in place and flash once. */
export function useRecentOrders(loaded: readonly Order[]) {
  const [orders, setOrders] = useState(loaded)
  const [shown, setShown] = useState(loaded)
  const [flashing, setFlashing] = useState<ReadonlySet<number>>(new Set())
  const refresh = useSettledRevalidation()

  if (shown !== loaded) {
    setShown(loaded)
    setOrders(loaded)
  }

  useLiveReturn(refresh)
  useLiveEvent('order', (order) => {
    refresh()
    const next = withOrder(orders, order)
    if (next === orders) return
    setOrders(next)
    setFlashing((ids) => new Set([...ids, order.id]))
    setTimeout(
      () => setFlashing((ids) => new Set([...ids].filter((id) => id !== order.id))),
      flashMilliseconds,
    )
  })

  return { orders, isFlashing: (order: Order) => flashing.has(order.id) }
}

/** The same list where the event is older than what is shown, or of an order that is not among the newest. */
export function withOrder(orders: readonly Order[], order: Order): readonly Order[] {
  const old = orders.find(({ id }) => id === order.id)
  if (old !== undefined && old.updated_at > order.updated_at) return orders
  const next = [...orders.filter(({ id }) => id !== order.id), order]
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limits.recentOrders)
  return next.includes(order) ? next : orders
}

function useSettledRevalidation(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), settleMilliseconds)
  }
}
