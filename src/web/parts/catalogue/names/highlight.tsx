import { createContext, type ReactNode, use } from 'react'
import { matchRanges } from '#web/ui/text/fold-text.ts'

/** The searched words, for all highlights in a list: a key press renders only the highlights again, not the rows around them. */
export const SearchedWords = createContext<readonly string[]>([])

/** A text with the searched words highlighted where they begin. */
export function Highlight({ text }: { text: string }) {
  const words = use(SearchedWords)
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of matchRanges(text, words)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
