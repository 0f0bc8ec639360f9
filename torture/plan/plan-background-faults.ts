import { pickWeighted, randomFor } from './seeded-random.ts'

/** One background fault at a provider or the gateway, `atSeconds` after the start. */
export type BackgroundFault = {
  atSeconds: number
  at: 'one' | 'two' | 'gateway'
  /** A control call of the sandbox. */
  path: 'faults' | 'settings'
  body: Record<string, unknown>
}

/** The answer to an order is lost, and the next order is answered with its id. */
const WRONG_ID = 'wrong id'

/** Relative frequencies of faults of an `add`. */
const addFaults = {
  accept_no_reply: 2,
  accept_late_reply: 5,
  'reset taken': 5,
  reset: 5,
  error_500_before: 4,
  error_500_after: 5,
  error_502_after: 5,
  'html taken': 3,
  html: 3,
  'empty taken': 3,
  duplicate_id: 2,
  [WRONG_ID]: 4,
  'duplicate_id taken': 2,
  slow: 6,
  status_429: 3,
}
const readFaults = { reset: 3, error_500_before: 3, html: 3, empty: 2, slow: 4, status_429: 1 }
const webhookFaults = {
  webhook_repeat: 4,
  webhook_reorder: 4,
  webhook_forge: 4,
  webhook_late: 4,
  webhook_early: 4,
  webhook_missing: 4,
}
const gatewayFaults = {
  error_500_before: 3,
  error_500_after: 3,
  reset: 3,
  slow: 3,
  html: 2,
  accept_no_reply: 1,
}
const quirks = {
  add_with_status: 1,
  string_ids: 1,
  number_statuses: 1,
  lowercase_statuses: 1,
  null_start_count: 1,
  byte_order_mark: 1,
  text_errors: 1,
  empty_array: 1,
  cached_balance: 2,
  post_paid_balance: 2,
  single_status_only: 2,
}

/**
 * A fault that met no request expires after this. Otherwise a provider without requests for a minute would then fail
 * thirty times in a row, which is no small fault.
 */
const PASSES_AFTER_MS = 5_000
const BETWEEN_SECONDS = { min: 0.8, max: 3 }
/** A provider's habits change after this many faults. */
const HABITS_EVERY = 8

/** The same faults for the same seed. `longestMs` bounds how long a provider holds a request. */
export function planBackgroundFaults({
  seed,
  seconds,
  longestMs,
}: {
  seed: number
  seconds: number
  longestMs: number
}): BackgroundFault[] {
  const planned = [
    ...(['one', 'two'] as const).flatMap((at) => planProvider(seed, at, seconds, longestMs)),
    ...planGateway(seed, seconds),
  ]
  return planned.toSorted((one, other) => one.atSeconds - other.atSeconds)
}

function planProvider(
  seed: number,
  at: 'one' | 'two',
  seconds: number,
  longestMs: number,
): BackgroundFault[] {
  const random = randomFor(seed, `background faults of ${at}`)
  return tick(random, seconds).flatMap((atSeconds, index): BackgroundFault[] => {
    if (index % HABITS_EVERY === HABITS_EVERY - 1) {
      const chosen = [pickWeighted(random, quirks), pickWeighted(random, quirks)]
      return [
        {
          atSeconds,
          at,
          path: 'settings',
          body: { quirks: random.next() < 0.3 ? [] : [...new Set(chosen)] },
        },
      ]
    }
    const action = random.pick([
      'add',
      'add',
      'add',
      'status',
      'refill',
      'refill_status',
      'cancel',
      'balance',
    ])
    const name = action === 'add' ? pickWeighted(random, addFaults) : pickWeighted(random, readFaults)
    const fault = toFault(name, random.int(1_000, longestMs))
    const faults = name === WRONG_ID ? [toFault('reset taken', 0), toFault('duplicate_id', 0)] : [fault]
    return faults.map((one) => {
      return { atSeconds, at, path: 'faults', body: { action, ...one, lasts_ms: PASSES_AFTER_MS } }
    })
  })
}

function planGateway(seed: number, seconds: number): BackgroundFault[] {
  const random = randomFor(seed, 'background faults of the gateway')
  return tick(random, seconds).map((atSeconds): BackgroundFault => {
    const body =
      random.next() < 0.6
        ? { action: 'webhook', kind: pickWeighted(random, webhookFaults) }
        : { action: random.pick(['payment', 'info']), kind: pickWeighted(random, gatewayFaults) }
    return { atSeconds, at: 'gateway', path: 'faults', body }
  })
}

function toFault(name: string, delayMs: number): Record<string, unknown> {
  const [kind, taken] = name.split(' ')
  const isSlow = kind === 'slow' || kind === 'accept_late_reply'
  return { kind, ...(taken && { taken: true }), ...(isSlow && { delay_ms: delayMs }) }
}

function tick(random: { next: () => number }, seconds: number): number[] {
  const times: number[] = []
  const { min, max } = BETWEEN_SECONDS
  for (let at = min; at < seconds; at += min + random.next() * (max - min)) times.push(at)
  return times
}
