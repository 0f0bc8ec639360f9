import * as z from 'zod/mini'

import { apiKey } from './api-keys.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, search } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** A customer's key with the settings of all their keys. The key itself can't be read again. */
export const adminApiKey = z.extend(apiKey, {
  user_id: id,
  user_name: z.nullable(z.string()),
  /** In full for staff with `users`, otherwise masked. */
  user_email: z.nullable(z.string()),
  /** Settings that apply to all keys of the customer together. */
  all_keys: z.object({
    allowed_addresses: z.array(z.string()),
    daily_limit: z.nullable(moneyCodec),
    spent_today: moneyCodec,
  }),
  /** False for a key of staff with more permissions than the caller. */
  can_revoke: z.boolean(),
})
export type AdminApiKey = z.output<typeof adminApiKey>

export const listAdminApiKeys = endpoint({
  method: 'GET',
  path: '/api/admin/api-keys',
  access: 'admin',
  needs: 'settings',
  summary: "API keys of all users, newest first; `search` is a user's id or whole email",
  query: z.strictObject({ search, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), keys: z.array(adminApiKey), next_cursor: nextCursor }),
  },
  errors: [],
})

export const revokeAdminApiKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/api-keys/:customer/:id',
  access: 'admin',
  needs: 'settings',
  summary: "Revokes a customer's key at once",
  params: z.object({
    customer: idParam,
    id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})
