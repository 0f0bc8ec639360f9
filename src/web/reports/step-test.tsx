import { useState } from 'react'
import type { CheckupLine } from '#contract/checkup.ts'
import { checkGateway } from '#contract/gateways.ts'
import type { FirstStep } from '#contract/overview.ts'
import { checkProvider } from '#contract/providers.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { adminDashboardText } from '#web/messages/admin-dashboard.ts'
import { sayFinding } from '#web/messages/say-finding.ts'
import { useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** What a step is tried with; the others are looked at on their pages. */
async function check(step: FirstStep, providerId: number | null): Promise<readonly CheckupLine[]> {
  if (step === 'gateway') return (await call(checkGateway, { params: { gateway: 'cryptomus' } })).lines
  const { lines } = await call(checkProvider, { params: { id: providerId ?? 0 } })
  return lines
}

type Result = { isGood: boolean; sentence: string }

/** Tries a step that is done once more, and says the worst of what it found. */
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
  if (!isDone || (step !== 'gateway' && step !== 'provider')) return null

  async function run(): Promise<void> {
    setIsBusy(true)
    try {
      const lines = await check(step, providerId)
      const worst = lines.find(({ state }) => state === 'bad') ?? lines.find(({ state }) => state !== 'good')
      setResult({
        isGood: worst === undefined,
        sentence: worst ? sayFinding(language, worst).sentence : t('testIsGood'),
      })
    } catch (error) {
      setResult({ isGood: false, sentence: messageOf(error) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <output className={cx('max-w-80 text-14', result?.isGood === false ? 'text-bad' : 'text-ok')}>
        {result?.sentence}
      </output>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void run()}>
        {t('test')}
      </Button>
    </>
  )
}
