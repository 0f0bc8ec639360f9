import * as z from 'zod/mini'

/** The elements that the operator's Markdown can produce; headings start below the page's own. */
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
 * Formatted text as a list of opening tags, closing tags and text: no HTML, so nothing in it can become an element
 * outside the list. Link targets are https, http, mailto or this site.
 */
export const richText = z.array(
  z.union([
    z.string(),
    z.object({ open: z.enum(richTags), href: z.optional(z.string()) }),
    z.object({ close: z.enum(richTags) }),
  ]),
)
export type RichText = z.output<typeof richText>
