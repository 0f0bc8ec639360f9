import { useEffect, useState } from 'react'
import { previewLegalText } from '#contract/settings/legal-texts.ts'
import type { RichText } from '#contract/settings/rich-text.ts'
import { call } from '#web/platform/api/call.ts'

/** Longer than between two keystrokes. */
const restMilliseconds = 300

/**
 * The server's rendering of the text once typing pauses, the same as on the page. If the request fails or the text is
 * refused, the last one stays.
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
