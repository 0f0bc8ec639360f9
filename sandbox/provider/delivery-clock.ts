/**
 * Time as deliveries feel it: milliseconds that run `factor` times as fast as the wall's. Nothing has a timer of its
 * own; an order's progress is worked out from this clock whenever it is asked for, so 100,000 orders cost nothing.
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
