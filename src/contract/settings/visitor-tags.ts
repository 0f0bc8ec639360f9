import * as z from 'zod/mini'
import { says } from '#contract/base/says.ts'
import { line } from '#contract/base/fields.ts'

/**
 * Third-party scripts that public pages may load for visitors: analytics and chats. Each is enabled only by its id: a
 * script that could be anything could read every session.
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
  /** The site's domain, as registered at Plausible. */
  plausible: tagId(253, /^(?:[a-z0-9][a-z0-9-]{0,62}\.){1,10}[a-z]{2,24}$/),
  /** The id of a pixel. */
  meta: tagId(20, /^\d{10,20}$/),
  /** The ids of property and widget, as in the URL of its script. */
  tawk: tagId(60, /^[0-9a-f]{24}\/[0-9a-z]{6,20}$/),
  /** The website's id. */
  crisp: tagId(36, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
})
export type VisitorTagIds = z.output<typeof visitorTagsSection>
