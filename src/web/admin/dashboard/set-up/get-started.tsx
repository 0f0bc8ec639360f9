import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import type { FirstStep, getFirstSteps } from '#contract/operations/overview.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { checkProvider } from '#contract/providers/providers.ts'
import { adminDashboardText } from '#web/admin/dashboard/texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { useMay, useMayOpen } from '#web/platform/session/may.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { KeepLimits } from './keep-limits.tsx'
import { StepTest } from './step-test.tsx'

type Label = PlainKey<typeof adminDashboardText>
const steps: Record<FirstStep, { label: Label; why: Label; to: string }> = {
  provider: { label: 'stepProvider', why: 'stepProviderWhy', to: '/admin/providers' },
  import: { label: 'stepImport', why: 'stepImportWhy', to: '/admin/services/import' },
  gateway: { label: 'stepGateway', why: 'stepGatewayWhy', to: '/admin/settings/methods' },
  mail: { label: 'stepMail', why: 'stepMailWhy', to: '/admin/settings/mail' },
  limits: { label: 'stepLimits', why: 'stepLimitsWhy', to: '/admin/settings/limits' },
  brand: { label: 'stepBrand', why: 'stepBrandWhy', to: '/admin/settings/brand' },
  contact: { label: 'stepContact', why: 'stepContactWhy', to: '/admin/settings/contact' },
}

/** What is left before the first real order can be sold, in order; each step can be tested again at any time. */
export function GetStarted({ known }: { known: AnswerOf<typeof getFirstSteps> }) {
  const t = useText(adminDashboardText)
  const done = known.steps.filter((one) => one.is_done).length
  const list = (
    <ol className="divide-y divide-line">
      {known.steps.map(({ step, is_done: isDone }, index) => (
        <Step key={step} step={step} number={index + 1} isDone={isDone} providerId={known.provider_id} />
      ))}
    </ol>
  )
  const title = t('firstSteps')
  const progress = t('stepsDone', { done: String(done), all: String(known.steps.length) })
  if (done < known.steps.length)
    return (
      <CardSection title={title} aside={<span className="text-14 text-ink-2">{progress}</span>}>
        {list}
      </CardSection>
    )
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-5 text-14 text-ink-2 max-wide:px-4">
        <Check aria-hidden className="size-4 text-ok" />
        {title}: {progress}
      </summary>
      <div className="border-t border-line">{list}</div>
    </details>
  )
}

type StepProps = { step: FirstStep; number: number; isDone: boolean; providerId: number | null }

function Step({ step, number, isDone, providerId }: StepProps) {
  const t = useText(adminDashboardText)
  const may = useMay()
  const mayOpen = useMayOpen()
  const { label, why, to } = steps[step]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-wide:px-4">
      <span
        aria-hidden
        className={cx(
          'figures grid size-7 shrink-0 place-items-center rounded-full border text-13',
          isDone ? 'border-ok bg-ok-soft text-ok' : 'border-line-strong text-ink-2',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-56 flex-1">
        <p className="font-semibold">
          {t(label)}
          <span className="sr-only"> ({t(isDone ? 'stepIsDone' : 'stepIsOpen')})</span>
        </p>
        <p className="text-14 text-ink-2">{t(why)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {step === 'limits' && !isDone && <KeepLimits />}
        {(step !== 'provider' || may(checkProvider)) && (
          <StepTest step={step} isDone={isDone} providerId={providerId} />
        )}
        {mayOpen(to) && (
          <LinkButton to={to} tone={isDone ? 'quiet' : 'secondary'} size="small">
            {t(isDone ? 'stepChange' : 'stepDo')}
            <ArrowRight aria-hidden className="size-4" />
          </LinkButton>
        )}
      </div>
    </li>
  )
}
