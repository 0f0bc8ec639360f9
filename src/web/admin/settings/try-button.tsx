import { type ReactNode, useState } from 'react'
import { messageOf } from '#web/platform/api/api-error.ts'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'

export type Tried = { isGood: boolean; words: ReactNode }

/** Tests the saved values, and reports the result. */
export function TryButton({ label, onTry }: { label: string; onTry: () => Promise<Tried> }) {
  const t = useText(adminSettingsText)
  const [isBusy, setIsBusy] = useState(false)
  const [tried, setTried] = useState<Tried>()

  async function run(): Promise<void> {
    setIsBusy(true)
    setTried(undefined)
    try {
      setTried(await onTry())
    } catch (error) {
      setTried({ isGood: false, words: messageOf(error) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-3 border-t border-line p-5 max-wide:p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
          {label}
        </Button>
        <span className="text-13 text-ink-3">{t('testsSaved')}</span>
      </div>
      <output className={cx('text-14 wrap-anywhere', tried?.isGood === false ? 'text-bad' : 'text-ok')}>
        {tried?.words}
      </output>
    </div>
  )
}
