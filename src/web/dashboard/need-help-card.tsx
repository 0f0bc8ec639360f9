import { dashboardText } from '#web/messages/en/dashboard.ts'
import { useText } from '#web/messages/text.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to what answers questions. */
export function NeedHelpCard() {
  const t = useText(dashboardText)
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-17 font-bold">{t('needHelp')}</h2>
        <p className="text-ink-2">{t('readRules')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/terms" tone="secondary" size="small">
          {t('terms')}
        </LinkButton>
        <LinkButton to="/refund" tone="secondary" size="small">
          {t('refundPolicy')}
        </LinkButton>
      </div>
    </Card>
  )
}
