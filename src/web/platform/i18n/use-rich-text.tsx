import { Fragment, type ReactNode } from 'react'
import { useLanguage } from './reader-language.ts'
import { inLanguage, type Placeholders, type Table } from './table.ts'

type RichKey<E extends Table> = { [K in keyof E & string]: E[K] extends string ? K : never }[keyof E & string]

/**
 * A sentence with links and figures at the places its language puts them: `rich('agree', { terms: <Link …>…</Link>, …
 * })`. Sentences joined from pieces would be stuck with one language's word order.
 */
export function useRichText<E extends Table>(
  text: E,
): <K extends RichKey<E>>(key: K, parts: Record<Placeholders<E[K]>, ReactNode>) => ReactNode {
  const language = useLanguage()
  return (key, parts) =>
    String(inLanguage(language, text)[key])
      .split(/\{(\w+)\}/)
      // Odd pieces are placeholder names; the compiler checked that each has a part.
      .map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : (parts as Record<string, ReactNode>)[piece]}</Fragment>
      ))
}
