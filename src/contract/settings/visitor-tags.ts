import * as z from 'zod/mini'
import { says } from '#contract/base/says.ts'
import { line } from '#contract/base/fields.ts'

/**
 * Scripts of other companies that public pages may load for visitors: analytics and chats. Each is turned on by its id
 * alone: a script that could be anything would read every session.
 */
export const visitorTags = ['ga4', 'plausible', 'meta', 'tawk', 'crisp'] as const
export type VisitorTag = (typeof visitorTags)[number]

export const visitorTagNames: Readonly<Record<VisitorTag, string>> = {
  ga4: 'Google Analytics 4',
  plausible: 'Plausible',
  meta: 'Meta Pixel',
  tawk: 'Tawk.to',
  crisp: 'Crisp',
}

const tagId = (max: number, pattern: RegExp) =>
  z.nullable(line({ min: 1, max, message: 'tag_id_invalid' }).check(z.regex(pattern, says('tag_id_invalid'))))

export const visitorTagsSection = z.strictObject({
  /** The measurement id of a web stream. */
  ga4: tagId(14, /^G-[A-Z0-9]{6,12}$/),
  /** The site's domain, as Plausible knows it. */
  plausible: tagId(253, /^(?:[a-z0-9][a-z0-9-]{0,62}\.){1,10}[a-z]{2,24}$/),
  /** The id of a pixel. */
  meta: tagId(20, /^\d{10,20}$/),
  /** The property's id and the widget's, as in the address of its script. */
  tawk: tagId(60, /^[0-9a-f]{24}\/[0-9a-z]{6,20}$/),
  /** The website's id. */
  crisp: tagId(36, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
})
export type VisitorTagIds = z.output<typeof visitorTagsSection>
