import { useEffect, useRef, useState } from 'react'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

type ServiceDescriptionProps = {
  text: string
  /** In a list: one line of it, with the button behind. */
  isOneLine?: boolean
}

/** A provider's text, as text alone, a line or two of it until one asks for the rest. */
export function ServiceDescription({ text, isOneLine = false }: ServiceDescriptionProps) {
  const t = useText(catalogueText)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  // Measured where the browser has laid it out anyway, and below the first screen when it comes near: asked for at once, it would
  // lay out every row.
  useEffect(() => {
    if (isOpen || paragraph.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { scrollHeight = 0, clientHeight = 0 } = entry?.target ?? {}
      setIsCut(scrollHeight > clientHeight + 1)
    })
    observer.observe(paragraph.current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another text is measured again
  }, [text, isOpen])
  const isInLine = isOneLine && !isOpen
  return (
    // Two lines and the button are the height of most, so that nothing moves when a text arrives; one line is reserved
    // in any case.
    <div className={isInLine ? 'flex items-start gap-2' : isOneLine ? undefined : 'min-h-16'}>
      <p
        ref={paragraph}
        className={cx(
          'min-w-0 wrap-anywhere',
          isInLine ? 'line-clamp-1' : 'whitespace-pre-line',
          !isInLine && !isOpen && 'line-clamp-2',
        )}
      >
        {/* Lines are not spent on blank ones. */}
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
