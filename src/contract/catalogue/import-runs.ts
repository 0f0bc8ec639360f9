import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, time } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { importReason, importState, importStats } from './imports.ts'

/** One row that was not taken, was left as it is, or is not on sale: the first hundred are told. */
export const importRowError = z.object({
  service: z.nullable(z.string()),
  name: z.string(),
  code: importReason.shape.code,
  /** What the provider wrote in the place that was not understood. */
  word: z.string(),
})
export type ImportRowError = z.output<typeof importRowError>

/** A service that was changed after the import: taking the import back leaves it as it is. */
const leftService = z.object({ id, name: z.string() })

export const importRun = z.object({
  id,
  provider: z.object({ id, slug: z.string(), name: z.string() }),
  /** Who of the staff began it; null: the product's own first start. */
  by: z.nullable(z.object({ id, name: z.string() })),
  state: importState,
  /** Translation comes before writing. Both together are `percent`. */
  stage: z.enum(['translating', 'writing', 'over']),
  percent: z.int(),
  overwrites: z.boolean(),
  platform: z.nullable(z.string()),
  markup_percentage: z.number(),
  stats: importStats,
  row_errors: z.array(importRowError),
  /** Texts that the glossary alone could not make English. `failed` ones stayed as they were. */
  translation: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** Why it ended before its end. */
  failure: z.nullable(z.enum(['currency_changed', 'stuck'])),
  can_be_undone: z.boolean(),
  /** What taking it back did. `deleted` had no orders, `retired` ones had; `left` the first hundred that were changed since. */
  undone: z.nullable(
    z.object({
      deleted: z.int(),
      retired: z.int(),
      restored: z.int(),
      left: z.int(),
      left_services: z.array(leftService),
    }),
  ),
  created_at: time,
  finished_at: z.nullable(time),
  undone_at: z.nullable(time),
})
export type ImportRun = z.output<typeof importRun>

const one = z.object({ success: z.literal(true), import: importRun })

export const listImports = endpoint({
  method: 'GET',
  path: '/api/admin/imports',
  access: 'admin',
  needs: 'catalogue',
  summary: 'The imports, newest first, without their rows',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), imports: z.array(importRun), next_cursor: nextCursor }),
  },
  errors: [],
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/admin/imports/:id',
  access: 'admin',
  needs: 'catalogue',
  summary: 'How far an import is, and what it did',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: one },
  errors: ['not_found'],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/undo',
  access: 'admin',
  needs: 'catalogue',
  summary: "Takes a provider's last import back; what was changed since stays",
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: one },
  errors: ['not_found', 'state_conflict'],
})

export const listImportSources = endpoint({
  method: 'GET',
  path: '/api/admin/imports/sources',
  access: 'admin',
  needs: 'catalogue',
  summary: 'Providers that can be imported from',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      sources: z.array(z.object({ slug: z.string(), name: z.string(), has_key: z.boolean() })),
      /** False in a sandbox's database, where every new provider is refused. */
      can_add: z.boolean(),
      next_cursor: nextCursor,
      /** Whether somebody translates what the glossary does not know. */
      has_translator: z.boolean(),
    }),
  },
  errors: [],
})
