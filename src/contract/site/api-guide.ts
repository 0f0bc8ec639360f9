import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'

const field = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'body']),
  /** As displayed: "integer, 1 or more". */
  type: z.string(),
  is_required: z.boolean(),
})

const call = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  access: z.enum(['public', 'key', 'session']),
  is_idempotent: z.boolean(),
  fields: z.array(field),
  /** The type of the response. */
  answer: z.string(),
  status: z.int(),
  errors: z.array(z.object({ status: z.int(), code: z.string() })),
})
export type GuideCall = z.output<typeof call>

const guide = z.object({
  success: z.literal(true),
  groups: z.array(z.object({ name: z.string(), about: z.string(), calls: z.array(call) })),
})
export type ApiGuide = z.output<typeof guide>

export const readApiGuide = endpoint({
  method: 'GET',
  path: '/api/guide',
  access: 'public',
  summary: 'The calls that are open to customers, as /api-docs shows them',
  answer: { status: 200, schema: guide },
  errors: [],
})

export const readApiGuideText = endpoint({
  method: 'GET',
  path: '/api-docs.md',
  access: 'public',
  summary: 'The same as Markdown, with examples',
  answer: { status: 200, type: 'text/markdown' },
  errors: [],
})

/** Not under /api-docs, so that the file keeps its name wherever it is saved. */
export const readApiClient = endpoint({
  method: 'GET',
  path: '/tally-and-reach.ts',
  access: 'public',
  summary: 'A client of the reseller API in TypeScript, to copy',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

export const getLlmsText = endpoint({
  method: 'GET',
  path: '/llms.txt',
  access: 'public',
  summary: 'What the site is and where its documents are, for language models',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})
