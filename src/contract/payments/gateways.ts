import * as z from 'zod/mini'

import { sentFault } from '#contract/base/codes.ts'
import { connectionTestLine } from '#contract/base/connection-test.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, time } from '#contract/base/fields.ts'
import { gatewayIds } from '#contract/base/gateways/registry.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

import { depositStatuses } from './payments.ts'

export const checkGateway = endpoint({
  method: 'POST',
  path: '/api/admin/gateways/:gateway/check',
  access: 'admin',
  needs: 'settings',
  summary: 'Connection test of everything that deposits need; each line says the result and what to do',
  params: z.object({ gateway: z.enum(gatewayIds) }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), lines: z.array(connectionTestLine) }),
  },
  errors: [],
})

/** Includes gateways that this version does not have, and `manual`. */
export const gatewayParam = z.string().check(z.regex(/^[a-z]{1,40}$/))

/** `done`: the gateway was asked and its answer applied. `nothing`: no effect; `error` says why. */
export const gatewayEventVerdicts = ['done', 'nothing', 'waiting'] as const

/** The new status; `reversed`: in part; `none`: unchanged; `other_shop`: not about a deposit of ours, gateway not asked. */
export const gatewayEventEffects = [...depositStatuses, 'reversed', 'none', 'other_shop'] as const

/** `list`: no webhook came, but the gateway's own list has a payment whose state differs here. */
export const gatewayEventSources = ['webhook', 'list'] as const

const gatewayEvent = z.object({
  id: bigId,
  gateway: z.string(),
  source: z.enum(gatewayEventSources),
  /** The reference of the deposit it is about. */
  reference: z.string(),
  verdict: z.enum(gatewayEventVerdicts),
  reason: z.nullable(sentFault),
  /** Null until the gateway was asked, and if the deposit does not exist. */
  effect: z.nullable(z.enum(gatewayEventEffects)),
  /** The deposit's current state. */
  deposit: z.nullable(z.object({ id: bigId, status: z.enum(depositStatuses) })),
  attempts: z.int(),
  received_at: time,
  processed_at: z.nullable(time),
})
export type GatewayEvent = z.output<typeof gatewayEvent>

export const listGatewayEvents = endpoint({
  method: 'GET',
  path: '/api/admin/gateway-events',
  access: 'admin',
  needs: 'settings',
  summary:
    'Webhooks of gateways with a valid signature, and payments that their lists named, newest first, with their results',
  query: z.strictObject({ gateway: z.optional(gatewayParam), ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      events: z.array(gatewayEvent),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

export const readGatewayEvent = endpoint({
  method: 'POST',
  path: '/api/admin/gateway-events/:id/read',
  access: 'admin',
  needs: 'settings',
  summary: 'Asks the gateway again about the deposit of a webhook, and applies its answer',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), event: gatewayEvent }) },
  errors: ['not_found'],
})
