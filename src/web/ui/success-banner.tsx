import { CircleCheck, X } from 'lucide-react'
import { appText } from '#web/messages/app.ts'
import { useText } from '#web/messages/text.ts'
import { useFading } from './use-fading.ts'

const shownMilliseconds = 5_000 // spec §9

type SuccessBannerProps = { message: string | undefined; onClose: () => void }

/** What was done, on the page where it was done, for 5 s. Its place stands before it, so that it is read out. */
export function SuccessBanner({ message, onClose }: SuccessBannerProps) {
  return (
    <output className="block empty:hidden">
      {message !== undefined && <Banner key={message} message={message} onClose={onClose} />}
    </output>
  )
}

function Banner({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useText(appText)
  const { hold } = useFading(shownMilliseconds, onClose)
  return (
    <span
      {...hold}
      className="flex items-center gap-3 rounded-control bg-ok-soft py-1 ps-4 pe-1 text-14 text-ok"
    >
      <CircleCheck aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1 py-2">{message}</span>
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
