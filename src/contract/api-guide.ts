import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const field = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'body']),
  /** In the words of the interface: "integer, 1 or more". */
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
  /** What is answered, as the type it is. */
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

export const getLlmsText = endpoint({
  method: 'GET',
  path: '/llms.txt',
  access: 'public',
  summary: 'What the site is and where its documents are, for programs that read',
  answer: { status: 200, type: 'text/plain' },
  errors: [],
})

/** The actions of POST /api/v2, by the names and fields that panels of this field share. Each takes `key` and `action`. */
export const resellerActions: readonly { action: string; fields: string; answer: string }[] = [
  {
    action: 'services',
    fields: '',
    answer: '[{service, name, type, category, rate, min, max, refill, cancel}]',
  },
  { action: 'add', fields: 'service, link, quantity', answer: '{order}' },
  { action: 'status', fields: 'order', answer: '{charge, start_count, status, remains, currency}' },
  { action: 'status', fields: 'orders', answer: '{"1": {charge, …}, "2": {error}}' },
  { action: 'refill', fields: 'order', answer: '{refill}' },
  { action: 'refill', fields: 'orders', answer: '[{order, refill}]' },
  { action: 'refill_status', fields: 'refill', answer: '{status}' },
  { action: 'refill_status', fields: 'refills', answer: '[{refill, status}]' },
  { action: 'cancel', fields: 'orders', answer: '[{order, cancel}]' },
  { action: 'balance', fields: '', answer: '{balance, currency}' },
]
