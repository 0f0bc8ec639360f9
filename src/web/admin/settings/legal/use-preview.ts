import { useEffect, useState } from 'react'
import { previewLegalText } from '#contract/settings/legal-texts.ts'
import type { RichText } from '#contract/settings/rich-text.ts'
import { call } from '#web/platform/api/call.ts'

/** Longer than from one key to the next. */
const restMilliseconds = 300

/**
 * What the server makes of the text, once the keys rest: the same as on the page. While it cannot be asked, or refuses the
 * text, the last one stays.
 */
export function usePreview(text: string): RichText | undefined {
  const [content, setContent] = useState<RichText>()
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => {
      call(previewLegalText, { body: { text } }, { signal: left.signal }).then(
        (answer) => setContent(answer.content),
        () => undefined,
      )
    }, restMilliseconds)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text])
  return content
}
