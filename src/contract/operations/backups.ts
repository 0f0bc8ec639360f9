import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/codes.ts'
import { id, idParam, time } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** `planned`: by the schedule; `asked`: by a member of staff; `command`: by `npm run backup`. */
export const backupKinds = ['planned', 'asked', 'command'] as const
export const backupStates = ['queued', 'running', 'done', 'failed'] as const

/**
 * What a check found. `good`: it was restored, and the ledger check passed; `findings`: it was restored, and the ledger check
 * failed; `damaged`: it can't be restored; `unknown`: it could not be checked.
 */
export const backupVerdicts = ['good', 'findings', 'damaged', 'unknown'] as const
export type BackupVerdictCode = (typeof backupVerdicts)[number]

export const backup = z.object({
  id,
  kind: z.enum(backupKinds),
  state: z.enum(backupStates),
  created_at: time,
  finished_at: z.nullable(time),
  /** A folder, or the address and name of a bucket; null until it starts. */
  place: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Size in bytes; while running, the bytes written so far. */
  bytes: z.int(),
  is_sealed: z.boolean(),
  /** Why it failed, or what it lacks. */
  reason: z.nullable(sentFault),
  /** A pending or running check. */
  check: z.nullable(z.enum(['queued', 'running'])),
  checked_at: z.nullable(time),
  verdict: z.nullable(z.enum(backupVerdicts)),
  /** Why it is `damaged` or `unknown`. */
  verdict_reason: z.nullable(sentFault),
})
export type Backup = z.output<typeof backup>

const staff = { access: 'admin', needs: 'settings' } as const

export const listBackups = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/backups',
  summary: 'Backups that exist, are being made or failed, newest first',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      backups: z.array(backup),
      next_cursor: nextCursor,
      /** When the next scheduled one is due; null if none is scheduled. */
      next_at: z.nullable(time),
      /** The last scheduled one was not made in time. */
      is_late: z.boolean(),
    }),
  },
  errors: [],
})

export const makeBackup = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/backups',
  summary: 'Begins a backup to the place of the settings',
  body: z.strictObject({}),
  answer: { status: 201, schema: z.object({ success: z.literal(true), backup_id: id }) },
  errors: ['state_conflict'],
})

export const checkBackup = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/backups/:id/check',
  summary: 'Begins to check a backup: it is restored into a database of its own, which is removed afterwards',
  params: z.object({ id: idParam }),
  body: z.strictObject({}),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'state_conflict'],
})
