import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, line, time } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'

export const NAME_RULES_MAX = 50
/** So many of the changed names are shown at a time. */
export const SHOWN_NAMES_MAX = 200

const find = line({ min: 1, max: 100, message: 'text_required' })
const mark = line({ min: 1, max: 20, message: 'text_required' })

/**
 * What is done to a name, in the sequence of the rules; upper and lower case are the same to all of them. `phrase`: these
 * words, wherever they stand or as whole words. `pattern`: the same, in which # stands for any number. `between`: from one
 * mark to the next other one, both included. `symbols`: emoji, flags and decorations. There is no regular expression among
 * them, so none takes longer than its text is long.
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
  summary: 'The rules that names are cleaned by, and what can be taken back of them',
  answer: { status: 200, schema: namesAnswer },
  errors: [],
})

export const previewNames = endpoint({
  ...names,
  method: 'POST',
  path: '/api/admin/services/names/preview',
  summary: 'What rules would make of every name of the catalogue; nothing changes',
  body: z.strictObject({
    rules,
    /** The first of the changed names that is shown. */
    from: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      services: z.int(),
      changed: z.int(),
      /** Of these nothing would be left: they stay. */
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
    'Keeps the rules, and makes of every name what the preview with that seal showed. What the provider calls it stays beside it',
  /** Without a seal for the rules that are kept already: they stay. */
  body: z.strictObject({ rules, seal: z.optional(line({ min: 1, max: 60 })) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), changed: z.int() }) },
  errors: ['state_conflict'],
})

export const undoNames = endpoint({
  ...names,
  method: 'POST',
  path: '/api/admin/services/names/undo',
  summary: 'Takes the last cleaning back: its names and its rules. Names that were changed since stay',
  body: z.strictObject({ id }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), restored: z.int(), changed_since: z.int() }),
  },
  errors: ['state_conflict'],
})
