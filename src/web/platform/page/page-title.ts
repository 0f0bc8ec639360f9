import type { MetaDescriptor } from 'react-router'
import type { Table } from '#web/platform/i18n/table.ts'
import { type Say, sayIn } from '#web/platform/i18n/text.ts'
import { siteOf } from './site-facts.ts'

type Matches = Parameters<typeof siteOf>[0]

/** `<title>` with the operator's brand and, for pages that can be found, the description, also for link previews. */
export function pageTitle(matches: Matches, title?: string, description?: string): MetaDescriptor[] {
  const { brand } = siteOf(matches)
  const whole = title === undefined ? brand : `${title} · ${brand}`
  if (description === undefined) return [{ title: whole }]
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

/** The `t` for a page's `meta`, which can't use hooks: the language comes from the root's data. */
export function textOf<E extends Table>(matches: Matches, text: E): Say<E> {
  const { language } = siteOf(matches)
  return (key, ...rest) => sayIn(language, text, key, ...rest)
}
