import type { Random } from '#sandbox/provider/random.ts'
import type { Layout } from '#torture/product/run-product.ts'

import { randomFor, shuffle } from './seeded-random.ts'

type Plannable = { name: string; seconds: number; needs: readonly string[] }

export type FaultPlan<Fault> = {
  /** The layouts of the product in sequence; times are seconds of the run. */
  turns: { layout: Layout; endsAtSeconds: number }[]
  /** For each layout the endless sequence of its faults: a period continues where that layout's last one stopped. */
  orders: Record<Layout, Iterator<Fault, void>>
}

/** A fault that takes more than this share of the run is skipped. */
const SHARE_MAX = 1 / 5
const ALWAYS_SECONDS = 16
const TURN_SECONDS = 150

/**
 * The faults and their order: the same for the same seed; only the progress depends on time. A fault that fits both
 * layouts comes early in one and late in the other, so that all occur soon.
 */
export function planFaults<Fault extends Plannable>(options: {
  seed: number
  seconds: number
  faults: readonly Fault[]
  /** Faults that this run cannot have are skipped: the others keep their order on every machine. */
  isPossible: (fault: Fault) => boolean
  layouts: readonly Layout[]
}): FaultPlan<Fault> {
  const { seed, seconds, faults, isPossible, layouts } = options
  const random = randomFor(seed, 'faults')
  const count = Math.max(layouts.length, Math.round(seconds / TURN_SECONDS))
  const anywhere = shuffle(
    random,
    faults.filter(
      ({ needs }) => !['roles', 'pooler', 'one process', 'worker node'].some((need) => needs.includes(need)),
    ),
  )
  const half = Math.ceil(anywhere.length / 2)
  const [early, late] = [anywhere.slice(0, half), anywhere.slice(half)]
  const needing = (need: string) => faults.filter(({ needs }) => needs.includes(need))
  const apart = needing('roles')
  // Left out if there is no cluster, so that a seed still plans the same faults as without one.
  const nodes = needing('worker node').filter(isPossible)
  const order = (layout: Layout, first: Fault[], then: Fault[]) =>
    faults.some(isPossible)
      ? deal(randomFor(seed, `faults ${layout}`), first, then).filter(isPossible)
      : Iterator.from<Fault>([])
  return {
    turns: Array.from({ length: count }, (_, index) => ({
      layout: layouts[index % layouts.length] ?? 'together',
      endsAtSeconds: ((index + 1) * seconds) / count,
    })),
    orders: {
      together: order('together', [...needing('one process'), ...nodes, ...early], late),
      apart: order('apart', [...apart, ...nodes, ...late], early),
      pooled: order('pooled', needing('pooler'), [...apart, ...anywhere]),
    },
  }
}

function* deal<Fault>(random: Random, first: Fault[], then: Fault[]): Generator<Fault, void, void> {
  yield* shuffle(random, first)
  yield* shuffle(random, then)
  for (;;) yield* shuffle(random, [...first, ...then])
}

/** Whether a run of that length has time for it. */
export function fits({ seconds }: Plannable, runSeconds: number): boolean {
  return seconds <= Math.max(ALWAYS_SECONDS, runSeconds * SHARE_MAX)
}
