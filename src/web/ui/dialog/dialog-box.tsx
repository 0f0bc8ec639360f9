import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useRef } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: string
  /** For content to read or fill in, rather than a short question. */
  isWide?: boolean
  /** The initial focus; by default the first field, or else the first focusable element. */
  firstFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes on closing, if the opener may be gone. Null: back to the opener. */
  focusAfter?: () => HTMLElement | null
  children: ReactNode
}

export const backdropClass =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0'

export const popupClass =
  'fixed top-1/2 left-1/2 z-40 grid max-h-[85dvh] w-[calc(100vw-2rem)] -translate-1/2 gap-4 overflow-auto rounded-sheet border border-line bg-surface p-5 shadow-receipt transition-[opacity,translate] duration-180 data-ending-style:opacity-0 data-starting-style:translate-y-[-46%] data-starting-style:opacity-0'

export const popupWidths = { narrow: 'max-w-[30rem]', wide: 'max-w-[46rem]' } as const

/** The part of `Dialog` that is loaded when it is first opened. */
export function DialogBox({
  isOpen,
  onOpenChange,
  title,
  description,
  isWide = false,
  firstFocus,
  focusAfter,
  children,
}: DialogProps) {
  const t = useText(commonText)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          className={cx(popupClass, popupWidths[isWide ? 'wide' : 'narrow'])}
          finalFocus={focusAfter && (() => focusAfter() ?? true)}
          initialFocus={firstFocus ?? (() => firstFieldOf(popup.current) ?? true)}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="min-w-0 pt-2 text-20 font-bold wrap-anywhere">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={t('close')}>
                  <X aria-hidden className="size-5" />
                </IconButton>
              }
            />
          </div>
          {description !== undefined && (
            <Base.Description className="wrap-anywhere text-ink-2">{description}</Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** None on touch screens, where the keyboard would cover the dialog. */
function firstFieldOf(popup: HTMLElement | null): HTMLElement | null {
  if (popup === null || matchMedia('(pointer: coarse)').matches) return null
  const field = popup.querySelector<HTMLElement>(
    ':is(input:not([type=radio], [type=checkbox]), input[type=radio]:checked, select, textarea):enabled:not([readonly])',
  )
  // The cursor goes to the start of the text. `selectionStart` is null for types without a text cursor.
  if (field instanceof HTMLInputElement && field.selectionStart !== null) field.setSelectionRange(0, 0)
  return field
}
