import * as z from 'zod/mini'

import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

const TIMEOUT_MS = 5_000
/** The sandbox stores at most a thousand faults. */
const BYTES_MAX = 512 * 1024

const speed = z.object({ factor: z.number() })
const settings = z.object({
  price_percent: z.int(),
  balance_units: z.string().check(z.regex(/^-?\d{1,15}$/)),
})
const faults = z.array(z.object({ kind: z.string(), action: z.string(), times: z.int() }))

export type SandboxControls = {
  speed: number
  pricePercent: number
  balance: bigint
  faults: z.output<typeof faults>
}

/** One call to the sandbox's own address. Undefined if it failed. */
async function control<Schema extends z.ZodMiniType>(
  origin: string,
  { path, method, schema, body }: ControlCall & { schema: Schema },
): Promise<z.output<Schema> | undefined> {
  const answer = await guardedFetch({
    url: `${origin}/sandbox/${path}`,
    method,
    ...(body !== undefined && { json: JSON.stringify(body) }),
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    allowedOrigin: origin,
  })
  if (answer.kind !== 'answered' || answer.status !== 200) return undefined
  try {
    const read = z.safeParse(schema, JSON.parse(String(answer.body)))
    return read.success ? read.data : undefined
  } catch {
    return undefined // another program listens there
  }
}

export type ControlCall = { path: string; method: 'GET' | 'POST' | 'DELETE'; body?: unknown }

/** The sandbox provider's current settings; undefined if it doesn't answer. */
export async function readControls(origin: string): Promise<SandboxControls | undefined> {
  const [factor, set, wrong] = await Promise.all([
    control(origin, { path: 'speed', method: 'GET', schema: speed }),
    control(origin, { path: 'settings', method: 'GET', schema: settings }),
    control(origin, { path: 'faults', method: 'GET', schema: faults }),
  ])
  if (factor === undefined || set === undefined || wrong === undefined) return undefined
  return {
    speed: factor.factor,
    pricePercent: set.price_percent,
    balance: BigInt(set.balance_units),
    faults: wrong,
  }
}

/** Makes the calls in order; false at the first that fails. */
export async function callControls(origin: string, calls: readonly ControlCall[]): Promise<boolean> {
  for (const call of calls)
    if ((await control(origin, { ...call, schema: z.unknown() })) === undefined) return false
  return true
}
