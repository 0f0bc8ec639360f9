import type { MetaDescriptor } from 'react-router'
import { siteOf } from './site-facts.ts'

/** `<title>` with the operator's brand and, for what search engines may find, a description. */
export function pageTitle(
  matches: Parameters<typeof siteOf>[0],
  title?: string,
  description?: string,
): MetaDescriptor[] {
  const { brand } = siteOf(matches)
  return [
    { title: title === undefined ? brand : `${title} · ${brand}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ]
}
