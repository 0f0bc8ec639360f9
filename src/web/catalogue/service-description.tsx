import { useLayoutEffect, useRef, useState } from 'react'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { cx } from '#web/ui/cx.ts'

/** A provider's text, as text alone, two lines of it until one asks for the rest. */
export function ServiceDescription({ text }: { text: string }) {
  const t = useText(catalogueText)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
    if (!isOpen) setIsCut(scrollHeight > clientHeight + 1)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another text is measured anew
  }, [text, isOpen])
  return (
    // Two lines and the button: the height of most, so that nothing moves when a text arrives.
    <div className="min-h-16">
      <p ref={paragraph} className={cx('wrap-anywhere whitespace-pre-line', !isOpen && 'line-clamp-2')}>
        {/* Two lines are not spent on a blank one. */}
        {isOpen ? text : text.replaceAll(/\n\s*\n/g, '\n')}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="relative min-h-6 text-13 font-semibold text-petrol after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
        >
          {isOpen ? t('less') : t('more')}
        </button>
      )}
    </div>
  )
}
