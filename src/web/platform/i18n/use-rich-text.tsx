import { Fragment, type ReactNode } from 'react'
import { useLanguage } from './reader-language.ts'
import { inLanguage, type Placeholders, type Table } from './table.ts'

type RichKey<E extends Table> = { [K in keyof E & string]: E[K] extends string ? K : never }[keyof E & string]

/**
 * A sentence in which links and figures stand where the language has them:
 * `rich('agree', { terms: <Link …>…</Link>, … })`. A sentence that is put together from pieces has one language's order.
 */
export function useRichText<E extends Table>(
  text: E,
): <K extends RichKey<E>>(key: K, parts: Record<Placeholders<E[K]>, ReactNode>) => ReactNode {
  const language = useLanguage()
  return (key, parts) =>
    String(inLanguage(language, text)[key])
      .split(/\{(\w+)\}/)
      // Names stand at the odd places: the compiler asked for a part of each.
      .map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : (parts as Record<string, ReactNode>)[piece]}</Fragment>
      ))
}
