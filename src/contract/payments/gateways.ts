import * as z from 'zod/mini'

import { checkupLine } from '#contract/base/connection-test.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, time } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

export const checkGateway = endpoint({
  method: 'POST',
  path: '/api/admin/gateways/:gateway/check',
  access: 'admin',
  needs: 'settings',
  summary: 'Looks at all that deposits rest on; each line says how it stands and what to do',
  params: z.object({ gateway: z.enum(['cryptomus']) }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), lines: z.array(checkupLine) }),
  },
  errors: [],
})

/** `done`: the gateway was asked, and its answer landed. `nothing`: nothing came of it, and why is in `error`. */
export const gatewayEventVerdicts = ['done', 'nothing', 'waiting'] as const

export const listGatewayEvents = endpoint({
  method: 'GET',
  path: '/api/admin/gateway-events',
  access: 'admin',
  needs: 'settings',
  summary:
    'What gateways told of payments under a signature that held, the newest first, and what became of it',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      events: z.array(
        z.object({
          id: bigId,
          gateway: z.string(),
          /** The deposit that it is about. */
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
