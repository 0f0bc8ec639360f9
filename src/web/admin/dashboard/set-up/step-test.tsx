import { useState } from 'react'
import type { FirstStep } from '#contract/operations/overview.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminDashboardText } from '#web/admin/dashboard/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { isChunkError } from '#web/ui/feedback/chunk-error.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import type { Result } from './try-step.ts'

const inks = { good: 'text-ok', note: 'text-foil-ink', bad: 'text-bad' } as const

/** Tests a completed step again, and shows the worst finding. */
export function StepTest({
  step,
  isDone,
  providerId,
}: {
  step: FirstStep
  isDone: boolean
  providerId: number | null
}) {
  const t = useText(adminDashboardText)
  const language = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  const format = useFormat()
  if (!isDone) return null

  async function run(): Promise<void> {
    setIsBusy(true)
    try {
      const { tryStep } = await import('./try-step.ts')
      setResult(await tryStep(step, providerId, { t, language, format }))
    } catch (error) {
      setResult({ state: 'bad', sentence: isChunkError(error) ? t('chunkError') : messageOf(error) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <output className={cx('max-w-80 text-14', result !== undefined && inks[result.state])}>
        {result?.sentence}
      </output>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void run()}>
        {t('test')}
      </Button>
    </>
  )
}
