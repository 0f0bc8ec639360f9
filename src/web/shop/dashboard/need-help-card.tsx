import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

const pages = [
  { to: '/support', label: 'contactSupport' },
  { to: '/terms', label: 'terms' },
  { to: '/refund', label: 'refundPolicy' },
] as const

/** Links to support (spec §2), and to the pages that answer most questions. */
export function NeedHelpCard() {
  const t = useText(dashboardText)
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-17 font-bold">{t('needHelp')}</h2>
        <p className="text-ink-2">{t('needHelpText')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {pages.map(({ to, label }) => (
          <LinkButton key={to} to={to} tone="secondary" size="small">
            {t(label)}
          </LinkButton>
        ))}
      </div>
    </Card>
  )
}
