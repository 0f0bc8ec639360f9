import type { ReactNode } from 'react'
import { matchRanges } from '#web/ui/fold-text.ts'

/** A text with the searched words marked where they begin. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
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
