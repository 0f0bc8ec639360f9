import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** Replaces the form while the operator has no gateway, so that customers don't fill it in for nothing. */
export function NoPaymentMethods() {
  const t = useText(paymentsText)
  return (
    <Card isFlush>
      <EmptyState message={t('noWayToPay')}>
        <LinkButton to="/support?tab=new" tone="secondary">
          {t('contactSupport')}
        </LinkButton>
      </EmptyState>
    </Card>
  )
}
