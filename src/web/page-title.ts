import type { MetaDescriptor } from 'react-router'

const brand = 'Tally & Reach'

/** `<title>` and, for what search engines may find, a description. */
export function pageTitle(title?: string, description?: string): MetaDescriptor[] {
  return [
    { title: title === undefined ? brand : `${title} · ${brand}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ]
}
