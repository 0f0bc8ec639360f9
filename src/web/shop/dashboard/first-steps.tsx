import Check from 'lucide-react/icons/check'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'

/** For customers without an order: the next steps, with a button for the current one. */
export function FirstSteps() {
  const t = useText(dashboardText)
  const hasMoney = (useSession()?.user.balance ?? 0n) > 0n
  const steps = [
    { key: 'money', to: '/add-funds', title: 'stepMoney', text: 'stepMoneyText', action: 'addFunds' },
    { key: 'order', to: '/new-order', title: 'stepOrder', text: 'stepOrderText', action: 'newOrder' },
    { key: 'watch', title: 'stepWatch', text: 'stepWatchText' },
  ] as const
  const at = hasMoney ? 'order' : 'money'
  return (
    <CardSection title={t('firstSteps')}>
      <ol className="grid gap-4 p-5 max-wide:p-4">
        {steps.map((step, index) => {
          const isDone = step.key === 'money' && hasMoney
          return (
            <li key={step.key} className="flex items-start gap-4">
              <span className="figures grid size-8 shrink-0 place-items-center rounded-full border border-line-strong text-14">
                {isDone ? <Check aria-label={t('done')} className="size-4 text-ok" /> : index + 1}
              </span>
              <div className="flex flex-1 items-start justify-between gap-x-4 gap-y-2 max-narrow:flex-col">
                <div className="grid gap-0.5">
                  <p className="font-semibold">{t(step.title)}</p>
                  <p className="text-14 text-ink-2">{t(step.text)}</p>
                </div>
                {step.key === at && 'to' in step && (
                  <LinkButton to={step.to} size="small" className="shrink-0">
                    {t(step.action)}
                  </LinkButton>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </CardSection>
  )
}
