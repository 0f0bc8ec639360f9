import { makeGate } from '#server/lib/limits/gate.ts'

/** Each is a process of its own, for half a second. */
const drawing = makeGate({ runningMax: 1, waitingMax: 20 })
/** Of one brand there are a handful. */
const KEPT_MAX = 16

/** Draws what was not drawn before, each once, however many ask for it at a time. */
export function keepPictures<Facts extends object>(
  draw: (facts: Facts) => Promise<Buffer>,
): (facts: Facts) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>()
  return (facts) => {
    const key = JSON.stringify(facts)
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = drawing(() => draw(facts))
    made.catch(() => kept.delete(key))
    kept.set(key, made)
    const oldest = kept.keys().next()
    if (kept.size > KEPT_MAX && oldest.done !== true) kept.delete(oldest.value)
    return made
  }
}
