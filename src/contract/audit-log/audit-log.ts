import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import {
  bigId,
  bigIdParam,
  id,
  idParam,
  namedKey,
  periodEnd,
  periodStart,
  search,
  time,
} from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { staffActions, staffSubjects } from './staff-actions.ts'

/** Changes shown per action: in the list, and when one action is read. */
export const CHANGES_LISTED_MAX = 3
export const CHANGES_MAX = 500

/** `user`: the name is null if the user was deleted. `forgotten`: deleted together with the user it belonged to. */
const value = z.union([
  z.strictObject({ money: moneyCodec }),
  z.strictObject({ number: z.number() }),
  z.strictObject({ flag: z.boolean() }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ user: z.object({ id, name: z.nullable(z.string()) }) }),
  z.strictObject({ forgotten: z.literal(true) }),
])
export type AuditValue = z.output<typeof value>

/** A changed member by its path (`services.12.rate`); null if it was or is absent. */
const change = z.object({ field: z.string(), before: z.nullable(value), after: z.nullable(value) })
export type AuditChange = z.output<typeof change>

const staffAction = z.object({
  number: bigId,
  /** The name is null if the user was deleted. */
  actor: z.object({ id, name: z.nullable(z.string()) }),
  /** The actor's API key, if a program acted with it. */
  api_key: z.nullable(namedKey),
  /** A code of `staffActions`. */
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(bigId),
  /** The user's name, if the action is about a user. */
  subject_name: z.nullable(z.string()),
  changes: z.array(change),
  /** The number of all changes, listed or not. */
  changes_count: z.int(),
  reason: z.nullable(z.string()),
  address: z.string(),
  created_at: time,
})
export type StaffAction = z.output<typeof staffAction>

/** `action` is an action, or a subject for all of its actions. `search` is the id of the subject, or words of the reason. */
const filters = {
  actor_id: z.optional(idParam),
  action: z.optional(z.union([z.enum(staffActions), z.enum(staffSubjects)])),
  subject: z.optional(z.enum(staffSubjects)),
  subject_id: z.optional(bigIdParam),
  from: z.optional(periodStart),
  to: z.optional(periodEnd),
  search,
}
const ofStaff = { access: 'admin', needs: 'staff' } as const

export const listStaffActions = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit log, newest first, with its newest hash and everyone who acted',
  query: z.strictObject({ ...filters, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      actions: z.array(staffAction),
      next_cursor: nextCursor,
      /** Noted elsewhere, it proves later that no earlier row was changed; null if the log is empty. */
      head: z.nullable(z.object({ number: bigId, hash: z.string() })),
      actors: z.array(z.object({ id, name: z.nullable(z.string()) })),
    }),
  },
  errors: [],
})

export const exportStaffActions = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/admin/audit/export.csv',
  summary: 'The audit log by the same filters as a CSV file, newest first; at most 100,000 rows',
  query: z.strictObject(filters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const getStaffAction = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/admin/audit/:number',
  summary: 'One action with all its changes and its hash',
  params: z.object({ number: bigIdParam }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), action: z.extend(staffAction, { hash: z.string() }) }),
  },
  errors: ['not_found'],
})

/** Own actions that are listed; more are counted up to `OWN_ACTIONS_COUNTED_MAX`. */
export const OWN_ACTIONS_MAX = 10
export const OWN_ACTIONS_COUNTED_MAX = 1_000

/** An action of the caller, without its changes: their permissions may have been reduced since. */
const ownAction = z.pick(staffAction, {
  number: true,
  action: true,
  subject: true,
  subject_id: true,
  created_at: true,
})
export type OwnAction = z.output<typeof ownAction>

export const getOwnActions = endpoint({
  method: 'GET',
  path: '/api/admin/audit/own',
  access: 'admin',
  needs: 'any',
  summary: 'What you did today (UTC), the newest first, as the audit log has it',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      actions: z.array(ownAction),
      /** For the whole day; 1,000 means 1,000 or more. */
      count: z.int(),
    }),
  },
  errors: [],
})
