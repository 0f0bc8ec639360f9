import type { Context } from '#server/context.ts'
import * as retention from '#server/lib/retention/delete-old-rows.ts'
import { retentionPolicies } from '#server/worker.ts'

/** A round of the job that deletes old rows, with every policy. */
export const deleteOldRows = (ctx: Context) => retention.deleteOldRows(ctx, retentionPolicies)
