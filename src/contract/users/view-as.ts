import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { idParam, line, time } from '#contract/base/fields.ts'
import { user } from './users.ts'

/** How long a view lasts before a reason is needed again. */
export const VIEW_MINUTES = 15

const ofUser = { access: 'admin', needs: 'users', params: z.object({ id: idParam }) } as const

/**
 * The token allows GET calls as this user, limited to what the viewer may read of any user; every other
 * method is refused with `view_only`. Staff can only be viewed by staff with at least their permissions.
 */
export const startView = endpoint({
  ...ofUser,
  method: 'POST',
  path: '/api/admin/users/:id/view',
  summary: 'View the panel as this user for 15 minutes, read-only; in the audit log',
  body: z.strictObject({ reason: line({ min: 1, max: 500, message: 'reason_required' }) }),
  answer: {
    status: 201,
    schema: z.object({ success: z.literal(true), token: z.string(), ends_at: time, user }),
  },
  errors: ['not_found'],
})

export const endView = endpoint({
  ...ofUser,
  method: 'DELETE',
  path: '/api/admin/users/:id/view',
  summary: "Ends the caller's views of this user",
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: [],
})
