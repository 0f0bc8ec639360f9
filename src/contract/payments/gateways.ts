import * as z from 'zod/mini'

import { connectionTestLine } from '#contract/base/connection-test.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, time } from '#contract/base/fields.ts'
import { gatewayIds } from '#contract/base/gateways/registry.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

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

/** `done`: the gateway was asked and its answer applied. `nothing`: it had no effect, and `error` says why. */
export const gatewayEventVerdicts = ['done', 'nothing', 'waiting'] as const

export const listGatewayEvents = endpoint({
  method: 'GET',
  path: '/api/admin/gateway-events',
  access: 'admin',
  needs: 'settings',
  summary: 'Webhooks of gateways with a valid signature, newest first, with their results',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      events: z.array(
        z.object({
          id: bigId,
          gateway: z.string(),
          /** The reference of the deposit it is about. */
          reference: z.string(),
          verdict: z.enum(gatewayEventVerdicts),
          error: z.nullable(z.string()),
          attempts: z.int(),
          received_at: time,
          processed_at: z.nullable(time),
        }),
      ),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})
