import Search from 'lucide-react/icons/search'
import { useLayoutEffect, useRef } from 'react'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

type ComingPaletteProps = { text: string; onText: (text: string) => void; onClose: () => void }

/**
 * The palette's input while its code loads: people type immediately after Ctrl K, and a key that reached the page would
 * be lost or trigger a shortcut. Its text is passed to the palette, and the focus returns to where it was, from where
 * the palette takes it.
 */
export function ComingPalette({ text, onText, onClose }: ComingPaletteProps) {
  const t = useText(frameText)
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog open aria-label={t('palette')} aria-busy className={`${paletteClass} m-0 p-0 text-ink`}>
      <div className={paletteLineClass}>
        <Search aria-hidden className="size-5 text-ink-3" />
        <input
          ref={box}
          aria-label={t('searchOrJump')}
          placeholder={t('paletteHint')}
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          className={paletteBoxClass}
        />
      </div>
    </dialog>
  )
}

export const paletteClass =
  'fixed top-[12dvh] left-1/2 z-40 flex max-h-[70dvh] w-[calc(100vw-2rem)] max-w-[36rem] -translate-x-1/2 flex-col overflow-hidden rounded-sheet border border-line bg-surface shadow-receipt'
export const paletteLineClass = 'flex items-center gap-3 border-b border-line px-4'
export const paletteBoxClass = 'h-14 min-w-0 flex-1 bg-transparent text-17 outline-none'
