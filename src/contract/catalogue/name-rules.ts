import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, line, time } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'

export const NAME_RULES_MAX = 50
/** Changed names per page of a preview. */
export const SHOWN_NAMES_MAX = 200

const find = line({ min: 1, max: 100, message: 'text_required' })
const mark = line({ min: 1, max: 20, message: 'text_required' })

/**
 * Rules are applied in order and ignore case. `phrase` replaces a text, anywhere or as whole words; `pattern` does so with
 * `#` for any number; `between` removes everything from one mark to the other, both included; `symbols` removes emoji, flags
 * and decorations. There are no regular expressions, so no rule can be slow.
 */
export const nameRule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('phrase'),
    find,
    replace: line({ max: 100 }),
    whole_words: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('pattern'), find, replace: line({ max: 100 }) }),
  z.strictObject({ kind: z.literal('between'), start: mark, end: mark }),
  z.strictObject({ kind: z.literal('symbols') }),
])
export type NameRule = z.output<typeof nameRule>

const rules = z.array(nameRule).check(z.maxLength(NAME_RULES_MAX, says('at_most')))

const names = {
  access: 'admin',
  needs: 'catalogue',
} as const

const namesAnswer = z.object({
  success: z.literal(true),
  rules: z.array(nameRule),
  last: z.nullable(z.object({ id, changed: z.int(), created_at: time, by: z.nullable(z.string()) })),
})

export const getNameRules = endpoint({
  ...names,
  method: 'GET',
  path: '/api/admin/services/names',
  summary: 'The rules for cleaning names, and the last cleaning that can be undone',
  answer: { status: 200, schema: namesAnswer },
  errors: [],
})

export const previewNames = endpoint({
  ...names,
  method: 'POST',
  path: '/api/admin/services/names/preview',
  summary: 'What rules would change in the names of the catalogue; nothing is written',
  body: z.strictObject({
    rules,
    /** Offset into the changed names. */
    from: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      services: z.int(),
      changed: z.int(),
      /** Names that would become empty, and therefore stay. */
      emptied: z.int(),
      names: z.array(z.object({ id, before: z.string(), after: z.string() })),
      seal: z.string(),
    }),
  },
  errors: [],
})

export const cleanNames = endpoint({
  ...names,
  method: 'PUT',
  takesBack: { answer: namesAnswer },
  path: '/api/admin/services/names',
  summary:
    "Stores the rules and applies them as the preview with that seal showed. The provider's own names stay stored",
  /** No seal is needed for unchanged rules. */
  body: z.strictObject({ rules, seal: z.optional(line({ min: 1, max: 60 })) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), changed: z.int() }) },
  errors: ['state_conflict'],
})

export const undoNames = endpoint({
  ...names,
  method: 'POST',
  path: '/api/admin/services/names/undo',
  summary: 'Undoes the last cleaning and its rules. Names changed since stay',
  body: z.strictObject({ id }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), restored: z.int(), changed_since: z.int() }),
  },
  errors: ['state_conflict'],
})
