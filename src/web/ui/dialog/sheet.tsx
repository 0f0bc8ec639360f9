import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { backdropClass, type DialogProps } from './dialog-box.tsx'

/** A side sheet for narrow screens: the menu, a filter. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  children,
}: Pick<DialogProps, 'isOpen' | 'onOpenChange' | 'title' | 'children'>) {
  const t = useText(commonText)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className="fixed inset-y-0 start-0 z-40 flex w-[min(20rem,86vw)] flex-col overflow-auto rounded-e-sheet border-e border-line bg-surface shadow-receipt transition-transform duration-180 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close
            render={
              <IconButton label={t('close')} isFloating className="end-2 top-2">
                <X aria-hidden className="size-5" />
              </IconButton>
            }
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
