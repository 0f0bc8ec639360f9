import { useEffect, useRef, useState } from 'react'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

type ServiceDescriptionProps = {
  text: string
  /** In a list: one line, followed by the button. */
  isOneLine?: boolean
}

/** A provider's plain text: a line or two, and the rest on demand. */
export function ServiceDescription({ text, isOneLine = false }: ServiceDescriptionProps) {
  const t = useText(catalogueText)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  // Measured when the browser lays it out anyway, and below the first screen only when it comes near: measuring
  // immediately would lay out every row.
  useEffect(() => {
    if (isOpen || paragraph.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { scrollHeight = 0, clientHeight = 0 } = entry?.target ?? {}
      setIsCut(scrollHeight > clientHeight + 1)
    })
    observer.observe(paragraph.current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new text must be measured again
  }, [text, isOpen])
  const isInLine = isOneLine && !isOpen
  return (
    // Two lines and the button are the usual height, so that nothing moves when the text arrives; one line is always
    // reserved.
    <div className={isInLine ? 'flex items-start gap-2' : isOneLine ? undefined : 'min-h-16'}>
      <p
        ref={paragraph}
        className={cx(
          'min-w-0 wrap-anywhere',
          isInLine ? 'line-clamp-1' : 'whitespace-pre-line',
          !isInLine && !isOpen && 'line-clamp-2',
        )}
      >
        {/* Blank lines are collapsed. */}
        {isOpen ? text : text.replaceAll(/\n\s*\n/g, '\n')}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={cx(
            'relative shrink-0 text-13 font-semibold text-petrol after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline',
            !isInLine && 'min-h-6',
          )}
        >
          {isOpen ? t('less') : t('more')}
        </button>
      )}
    </div>
  )
}
