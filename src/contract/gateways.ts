import * as z from 'zod/mini'

import { checkupLine } from './checkup.ts'
import { endpoint } from './endpoint.ts'

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
