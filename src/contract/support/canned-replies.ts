import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, line, ticketText, time } from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** Placeholders of a canned reply, written in braces and filled in from the ticket. */
export const replyPlaceholders = ['customer', 'ticket', 'order', 'me'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

const cannedReply = z.object({
  id,
  language: z.enum(languages),
  title: z.string(),
  content: z.string(),
  updated_at: time,
})
export type CannedReply = z.output<typeof cannedReply>

/**
 * Fills in the placeholders whose values are known and lists those that stay in the text, so that the author
 * sees them. Braces around anything else are left alone.
 */
export function fillReply(
  content: string,
  known: { readonly [Name in ReplyPlaceholder]: string | undefined },
): { text: string; missing: ReplyPlaceholder[] } {
  const missing = new Set<ReplyPlaceholder>()
  const text = content.replaceAll(/\{([a-z]{1,20})\}/g, (whole, written: string) => {
    const name = replyPlaceholders.find((one) => one === written)
    if (name === undefined) return whole
    const value = known[name]
    if (value === undefined) missing.add(name)
    return value ?? whole
  })
  return { text, missing: [...missing] }
}

const forStaff = { access: 'admin', needs: 'support' } as const
const oneAnswer = z.object({ success: z.literal(true), reply: cannedReply })
const body = z.strictObject({
  language: z.enum(languages),
  title: line({ min: 1, max: limits.cannedTitleMax, message: 'title_required' }),
  content: ticketText,
})

export const listCannedReplies = endpoint({
  ...forStaff,
  method: 'GET',
  path: '/api/admin/canned-replies',
  summary: 'Canned replies, by language and title',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), replies: z.array(cannedReply), next_cursor: nextCursor }),
  },
  errors: [],
})

export const createCannedReply = endpoint({
  ...forStaff,
  method: 'POST',
  path: '/api/admin/canned-replies',
  summary: `Adds a canned reply, at most 200; {${replyPlaceholders.join('}, {')}} are filled in when it is chosen`,
  body,
  answer: { status: 201, schema: oneAnswer },
  errors: ['state_conflict'],
})

export const updateCannedReply = endpoint({
  ...forStaff,
  method: 'PUT',
  path: '/api/admin/canned-replies/:id',
  summary: 'Changes a canned reply; absent members stay',
  params: z.object({ id: idParam }),
  takesBack: { answer: oneAnswer, within: 'reply' },
  body: z.partial(body),
  answer: { status: 200, schema: oneAnswer },
  errors: ['not_found'],
})

export const deleteCannedReply = endpoint({
  ...forStaff,
  method: 'DELETE',
  path: '/api/admin/canned-replies/:id',
  summary: 'Removes a canned reply; messages written with it stay',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})
