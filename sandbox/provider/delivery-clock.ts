/**
 * Delivery time: milliseconds that run `factor` times as fast as wall time. Nothing has its own timer; an order's
 * progress is computed from this clock when it is read, so 100,000 orders cost nothing.
 */
export type DeliveryClock = {
  now: () => number
  at: (wallMs: number) => number
  factor: () => number
  setFactor: (factor: number, wallMs: number) => void
}

export function makeDeliveryClock(wall: () => number): DeliveryClock {
  let factor = 1
  let wallSince = wall()
  let deliverySince = wallSince
  const at = (wallMs: number): number => deliverySince + (wallMs - wallSince) * factor
  return {
    now: () => at(wall()),
    at,
    factor: () => factor,
    setFactor: (next, wallMs) => {
      deliverySince = at(wallMs)
      wallSince = wallMs
      factor = next
    },
  }
}
