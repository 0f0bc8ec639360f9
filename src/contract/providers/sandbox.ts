import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { idParam } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'

/** Controls of the built-in sandbox provider. Other providers have none. */

/** Faults of its calls. With the first two and `error_500_after` the order is accepted all the same. */
export const sandboxFaults = [
  'accept_no_reply',
  'accept_late_reply',
  'error_500_before',
  'error_500_after',
  'reset',
  'html',
  'status_429',
] as const
export type SandboxFault = (typeof sandboxFaults)[number]

/** Calls of the protocol; `*`: any. */
export const sandboxCalls = [
  'add',
  'status',
  'cancel',
  'refill',
  'refill_status',
  'services',
  'balance',
  '*',
] as const
export type SandboxCall = (typeof sandboxCalls)[number]

/** At 1 an order is delivered within 10 s; at 0 nothing moves. */
export const sandboxSpeeds = [0, 1, 10] as const

/** Its current settings. Kinds and calls may be others than those above: it has control calls of its own. */
const sandbox = z.object({
  speed: z.number(),
  /** Prices in percent of its list. */
  price_percent: z.int(),
  /** Our balance there. */
  balance: moneyCodec,
  /** Upcoming faults, and for how many calls. */
  faults: z.array(z.object({ kind: z.string(), call: z.string(), times: z.int() })),
})
export type Sandbox = z.output<typeof sandbox>

const of = {
  access: 'admin',
  needs: 'providers',
  path: '/api/admin/providers/:id/sandbox',
  params: z.object({ id: idParam }),
} as const

export const getSandbox = endpoint({
  ...of,
  method: 'GET',
  summary: 'Settings of the sandbox provider; null when it does not answer',
  answer: { status: 200, schema: z.object({ success: z.literal(true), sandbox: z.nullable(sandbox) }) },
  errors: ['provider_not_found'],
})

const answer = { status: 200, schema: z.object({ success: z.literal(true), sandbox }) } as const

export const setSandbox = endpoint({
  ...of,
  method: 'POST',
  summary: 'Sets faults of the next calls, speed, prices and our balance at the sandbox provider',
  body: z.strictObject({
    speed: z.optional(z.literal(sandboxSpeeds)),
    price_percent: z.optional(
      z.int().check(z.minimum(1, says('at_least')), z.maximum(10_000, says('at_most'))),
    ),
    balance: z.optional(moneyCodec.check(z.refine((amount) => amount > 0n, says('above_zero')))),
    fault: z.optional(
      z.strictObject({
        kind: z.enum(sandboxFaults),
        call: z.enum(sandboxCalls),
        times: z.int().check(z.minimum(1, says('at_least')), z.maximum(1000, says('at_most'))),
      }),
    ),
  }),
  answer,
  errors: ['provider_not_found', 'provider_failed'],
})

export const calmSandbox = endpoint({
  ...of,
  method: 'DELETE',
  summary: 'Resets the sandbox provider: no faults, normal speed and prices',
  answer,
  errors: ['provider_not_found', 'provider_failed'],
})
