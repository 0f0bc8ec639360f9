import * as z from 'zod/mini'

/** The elements that an operator's Markdown can become; headings begin below the page's own. */
export const richTags = [
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  'a',
  'br',
  'hr',
] as const
export type RichTag = (typeof richTags)[number]

/**
 * Text with elements, as a list of what opens, what closes, and the words between: no HTML, so nothing in it can become
 * an element that is not in the list. A link has an address of https, http, mailto or of this site.
 */
export const richText = z.array(
  z.union([
    z.string(),
    z.object({ open: z.enum(richTags), href: z.optional(z.string()) }),
    z.object({ close: z.enum(richTags) }),
  ]),
)
export type RichText = z.output<typeof richText>
