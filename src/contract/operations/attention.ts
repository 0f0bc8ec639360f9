import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { time } from '#contract/base/fields.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { Provider } from '#contract/providers/providers.ts'

/**
 * What may need staff, most urgent first, with the permission of those who handle it. `ledger`: an account does not add up;
 * `contact`: unanswered messages; `providers`: those that get no orders or are low on funds; `mails_given_up`: within a day;
 * `jobs_failing`: jobs that fail repeatedly and are being retried; `jobs_failed`: jobs that wait for staff.
 */
export const attentionNeeds = {
  ledger: 'reports',
  orders: 'orders',
  deposits: 'money',
  tickets: 'support',
  contact: 'support',
  providers: 'providers',
  services_below_cost: 'catalogue',
  mails_given_up: 'settings',
  jobs_failing: 'settings',
  jobs_failed: 'settings',
} as const satisfies Record<string, Permission>
export type AttentionCode = keyof typeof attentionNeeds
export const attentionCodes = Object.keys(attentionNeeds) as AttentionCode[] // of this table

/** The maximum count of orders, deposits, tickets and messages: it means this many or more. */
export const ATTENTION_COUNTED_MAX = 1_000

/** The providers that `providers` counts: enabled, and getting no orders or low on funds. */
export function isInTrouble({ is_enabled, is_balance_low, health }: Provider): boolean {
  return is_enabled && (is_balance_low || health.state === 'stopped' || health.state === 'paused')
}

/**
 * The one source of pending work: the dashboard and the menu show it and link to where it is handled. `mails_given_up`
 * may be fewer than on that page, which also lists those of earlier days.
 */
export const getAttention = endpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'admin',
  needs: 'any',
  summary: 'What waits for staff, each counted up to 1,000: as far as your own permissions go',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** When the ledger's sums were checked; the other figures are newer. */
      checked_at: time,
      attention: z.array(z.object({ code: z.enum(attentionCodes), count: z.int() })),
      /** The database was restored from an archive of that time; nothing is sent or changed until an owner resumes it. */
      fenced: z.nullable(z.object({ taken_at: time, restored_at: time })),
    }),
  },
  errors: [],
})
export type Attention = Omit<z.output<typeof getAttention.answer.schema>, 'success'>
