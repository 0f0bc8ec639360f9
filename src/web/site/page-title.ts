import type { MetaDescriptor } from 'react-router'
import type { Table } from '#web/messages/table.ts'
import { type Say, sayIn, type Text } from '#web/messages/text.ts'
import { siteOf } from './site-facts.ts'

type Matches = Parameters<typeof siteOf>[0]

/** `<title>` with the operator's brand and, for what search engines may find, a description. */
export function pageTitle(matches: Matches, title?: string, description?: string): MetaDescriptor[] {
  const { brand } = siteOf(matches)
  return [
    { title: title === undefined ? brand : `${title} · ${brand}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ]
}

/** The `t` of a page's `meta`, which is no component: for whom it is, the root's data say. */
export function textOf<E extends Table>(matches: Matches, text: Text<E>): Say<Text<E>> {
  const { language } = siteOf(matches)
  return (key, ...rest) => sayIn(language, text, key, ...rest)
}
