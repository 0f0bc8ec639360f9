import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useFading } from './use-fading.ts'

/** Spec §9: 5 s for customers, 3 s for staff. */
const shownMilliseconds = { customer: 5_000, staff: 3_000 } as const

type SuccessBannerProps = {
  message: string | undefined
  onClose: () => void
  reader?: keyof typeof shownMilliseconds
  /** A link to the result. */
  children?: ReactNode
}
type BannerProps = Required<Omit<SuccessBannerProps, 'children'>> & { message: string; children: ReactNode }

/**
 * The success message, shown for some seconds on the page where it happened. Its element exists before it, so that it
 * is read out.
 */
export function SuccessBanner({ message, onClose, reader = 'customer', children }: SuccessBannerProps) {
  return (
    <output className="block empty:hidden">
      {message !== undefined && (
        <Banner key={message} message={message} onClose={onClose} reader={reader}>
          {children}
        </Banner>
      )}
    </output>
  )
}

function Banner({ message, onClose, reader, children }: BannerProps) {
  const t = useText(commonText)
  const { hold } = useFading(shownMilliseconds[reader], onClose)
  return (
    <span
      {...hold}
      className="flex items-center gap-3 rounded-control bg-ok-soft py-1 ps-4 pe-1 text-14 text-ok"
    >
      <CircleCheck aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1 py-2">{message}</span>
      {children}
      <button
        type="button"
        aria-label={t('close')}
        onClick={onClose}
        className="grid size-9 shrink-0 place-items-center rounded-control hover:bg-surface max-wide:size-11"
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}
