import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import {
  bigId,
  bigIdParam,
  id,
  idParam,
  periodEnd,
  periodStart,
  search,
  time,
} from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { staffActions, staffSubjects } from './staff-actions.ts'

/** So many changes of one action stand in the list; all of them, up to the second, where it is read by itself. */
export const CHANGES_LISTED_MAX = 3
export const CHANGES_MAX = 500

/** `forgotten`: it went with the person whose it was. */
const value = z.union([
  z.strictObject({ money: moneyCodec }),
  z.strictObject({ number: z.number() }),
  z.strictObject({ flag: z.boolean() }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ forgotten: z.literal(true) }),
])
export type RecordValue = z.output<typeof value>

/** One member of what was changed, by its path (`services.12.rate`); null where there was or is none. */
const change = z.object({ field: z.string(), before: z.nullable(value), after: z.nullable(value) })
export type RecordChange = z.output<typeof change>

const staffAction = z.object({
  number: bigId,
  /** The name is null of somebody who is deleted. */
  actor: z.object({ id, name: z.nullable(z.string()) }),
  /** A code of `staffActions`, or of another version. */
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(bigId),
  /** The name of a user that it is about. */
  subject_name: z.nullable(z.string()),
  changes: z.array(change),
  /** How many there are, those that are not listed as well. */
  changes_count: z.int(),
  reason: z.nullable(z.string()),
  address: z.string(),
  created_at: time,
})
export type StaffAction = z.output<typeof staffAction>

/** `action` is one, or all of a subject by its name. `search` is the id of what was changed, or words of the reason. */
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
  summary: "What staff did, newest first, with the record's newest hash and who is on record",
  query: z.strictObject({ ...filters, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      actions: z.array(staffAction),
      next_cursor: nextCursor,
      /** Noted elsewhere it proves later that nothing before it was changed; null of an empty record. */
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
  summary: 'What staff did by the same filters as a CSV file, newest first; at most 100,000',
  query: z.strictObject(filters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

export const getStaffAction = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/admin/audit/:number',
  summary: 'One action of staff with all that it changed, and its hash',
  params: z.object({ number: bigIdParam }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), action: z.extend(staffAction, { hash: z.string() }) }),
  },
  errors: ['not_found'],
})
