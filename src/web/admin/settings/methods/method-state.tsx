import { gateways } from '#contract/base/gateways/registry.ts'
import type { AdminGateway } from '#contract/payments/payment-methods.ts'
import { isListed, type Method } from '#contract/settings/payment-methods.ts'
import { adminMethodsText } from '#web/admin/settings/texts.en.ts'
import { adminFrameText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** What customers currently see of it. */
export function MethodBadge({ method, gateway }: { method: Method; gateway: AdminGateway | undefined }) {
  const t = useText(adminMethodsText)
  const { setting, isSetUp } = method
  if (!setting.is_on) return <Badge>{t('off')}</Badge>
  if (isSetUp)
    return setting.is_test ? (
      <Badge tone="info">{t('testMode')}</Badge>
    ) : (
      <Badge tone="ok">{t('available')}</Badge>
    )
  if (gateway?.account != null) return <Badge>{t('gatewayOff')}</Badge>
  return isListed(method) ? (
    <Badge tone="foil">{t('shownUnavailable')}</Badge>
  ) : (
    <Badge>{t('notSetUp')}</Badge>
  )
}

type FactsProps = {
  method: Method
  lastPaymentAt: Date | null
  gateway: AdminGateway | undefined
}

/** Where it is paid, and its last payment. */
export function MethodFacts({ method, lastPaymentAt, gateway }: FactsProps) {
  const t = useText(adminMethodsText)
  const inFrame = useText(adminFrameText)
  const company = Object.values(gateways).find(({ id }) => id === method.gateway)?.name
  const facts: [label: string, at: Date | null][] = [
    [t('lastPayment'), lastPaymentAt],
    ...(gateway === undefined
      ? []
      : [[t('lastWebhook'), gateway.last_webhook_at] satisfies [string, Date | null]]),
    ...(gateway?.last_refused_at == null
      ? []
      : [[t('lastRefused'), gateway.last_refused_at] satisfies [string, Date | null]]),
  ]
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-3">
      <div className="flex gap-1">
        <dt className="sr-only">{inFrame('gateway')}</dt>
        <dd>
          {company === undefined
            ? method.gateway === undefined
              ? t('noGateway')
              : inFrame('byHand')
            : gateway?.account === 'sandbox'
              ? t('inSandbox', { gateway: company })
              : t('by', { gateway: company })}
        </dd>
      </div>
      {facts.map(([label, at]) => (
        <div key={label} className="flex gap-1">
          <dt>{label}</dt>
          <dd className="text-ink-2">{at === null ? t('never') : <RelativeTime date={at} />}</dd>
        </div>
      ))}
    </dl>
  )
}
