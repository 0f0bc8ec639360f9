import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, time } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { importReason, importState, importStats } from './imports.ts'

/** A row that failed, was skipped, or is not on sale. The first hundred are returned. */
export const importRowError = z.object({
  service: z.nullable(z.string()),
  name: z.string(),
  code: importReason.shape.code,
  /** The provider's value that was not understood. */
  word: z.string(),
})
export type ImportRowError = z.output<typeof importRowError>

/** A service changed after the import, which an undo leaves as it is. */
const leftService = z.object({ id, name: z.string() })

export const importRun = z.object({
  id,
  provider: z.object({ id, slug: z.string(), name: z.string() }),
  /** The staff member who started it; null for the import of the first start. */
  by: z.nullable(z.object({ id, name: z.string() })),
  state: importState,
  /** Translation precedes writing; `percent` covers both. */
  stage: z.enum(['translating', 'writing', 'over']),
  percent: z.int(),
  overwrites: z.boolean(),
  platform: z.nullable(z.string()),
  markup_percentage: z.number(),
  stats: importStats,
  row_errors: z.array(importRowError),
  /** Texts that the glossary does not fully cover. `failed` ones stay untranslated. */
  translation: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** Why it ended early. */
  failure: z.nullable(z.enum(['currency_changed', 'stuck'])),
  can_be_undone: z.boolean(),
  /**
   * The result of an undo. Both `deleted` and `retired` services are off the catalogue; `retired` ones have orders. `left`
   * were changed since; `left_services` are the first hundred of them.
   */
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
  summary: 'Imports, newest first, without their rows',
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
  summary: 'Progress and result of an import',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: one },
  errors: ['not_found'],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/undo',
  access: 'admin',
  needs: 'catalogue',
  summary: "Undoes a provider's last import; services changed since stay",
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
      /** False in a sandbox database, where new providers are refused. */
      can_add: z.boolean(),
      next_cursor: nextCursor,
      /** Whether a translator is configured for what the glossary does not cover. */
      has_translator: z.boolean(),
    }),
  },
  errors: [],
})
