import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#sandbox/provider/random.ts'
import type { History } from '#torture/people/history.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'
import type { WeatherStep } from '#torture/plan/plan-weather.ts'
import type { Accept, World } from '#torture/world/start-world.ts'

const MOVE_EVERY_MS = 700
/** Of orders that were taken lately: what has been delivered moves no more. */
const LATELY_MS = 6_000

/** Lets the small troubles of a plan happen, each at its time. Answers how many came of each kind. */
export async function makeWeather(
  { world, history, end }: { world: World; history: History; end: AbortSignal },
  steps: readonly WeatherStep[],
): Promise<Map<string, number>> {
  const begun = performance.now()
  const counts = new Map<string, number>()
  for (const { atSeconds, at, path, body } of steps) {
    const left = begun + atSeconds * 1000 - performance.now()
    if (left > 0) await sleep(left, undefined, { signal: end }).catch(() => undefined)
    if (end.aborted) break
    try {
      await (at === 'gateway' ? world.gateway : world.providers[at]).control(path, body)
    } catch {
      continue // it is down itself
    }
    const name = String(body['kind'] ?? 'habits')
    counts.set(name, (counts.get(name) ?? 0) + 1)
    history.note('weather', at, body)
  }
  return counts
}

/** What the product has at a provider at first. */
const BALANCE = '100000'
/** Far beyond what anything costs. */
const ABSURD_CHARGES = ['100000000000', '97.5', '999999999999999999']

function pickEnding(random: Random, quantity: number): Record<string, unknown> {
  const kind = random.next()
  if (kind < 0.6) return { status: 'Partial', remains: random.int(1, quantity - 1) }
  if (kind < 0.92) return { status: 'Canceled', remains: quantity }
  return { status: 'Completed', remains: 0, charge: random.pick(ABSURD_CHARGES) }
}

/** Providers deliver some orders in part, give some up and charge absurd sums for some, of their own accord. */
export async function giveSomeUp({
  world,
  history,
  seed,
  end,
}: {
  world: World
  history: History
  seed: number
  end: AbortSignal
}): Promise<void> {
  const random = randomFor(seed, 'deliveries')
  const moved = new Set<Accept>()
  while (!end.aborted) {
    await sleep(MOVE_EVERY_MS)
    const lately = world.accepts().filter((one) => one.at > Date.now() - LATELY_MS && !moved.has(one))
    const accept = lately.length === 0 ? undefined : random.pick(lately)
    if (accept === undefined) continue
    // A last word is the last: it is not taken back.
    moved.add(accept)
    const { provider, order, quantity } = accept
    const body = pickEnding(random, quantity)
    try {
      const { control } = world.providers[provider]
      await control(`orders/${order}`, body)
      // The charge was taken from what we have there, and is given back.
      if ('charge' in body) await control('settings', { balance: BALANCE })
      history.note(provider, 'moves', { order, ...body })
    } catch {
      // It is down itself.
    }
  }
}
