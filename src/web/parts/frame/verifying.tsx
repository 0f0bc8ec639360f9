import LoaderCircle from 'lucide-react/icons/loader-circle'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/**
 * Shown on protected pages while the session is verified (spec §2). After 10 s it says that this takes too long; with
 * CSS only, since the script may be what failed to load.
 */
export function Verifying({ sentence }: { sentence?: string | undefined }) {
  const t = useText(commonText)
  return (
    <main id="content" className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4">
      <output className="flex items-center gap-3 text-ink-2">
        <LoaderCircle aria-hidden className="size-5 animate-[spin_0.9s_linear_infinite] text-petrol" />
        {sentence ?? t('verifying')}
      </output>
      <p data-late className="animate-late text-14 text-ink-2">
        {t('verifyingLong')}{' '}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the current page, with its query */}
        <a href="" className="text-petrol underline">
          {t('reload')}
        </a>
      </p>
    </main>
  )
}
