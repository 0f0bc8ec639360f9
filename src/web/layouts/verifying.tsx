import { LoaderCircle } from 'lucide-react'
import { appText } from '#web/messages/en/app.ts'
import { useText } from '#web/messages/text.ts'

/** What protected pages show while the session is verified (spec §2). */
export function Verifying() {
  const t = useText(appText)
  return (
    <main id="content" className="grid min-h-dvh place-content-center">
      <output className="flex items-center gap-3 text-ink-2">
        <LoaderCircle aria-hidden className="size-5 animate-[spin_0.9s_linear_infinite] text-petrol" />
        {t('verifying')}
      </output>
    </main>
  )
}
