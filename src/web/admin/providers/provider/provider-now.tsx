import type { ReactNode } from 'react'
import type { Provider } from '#contract/providers/providers.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { ProviderAnswers, ProviderBalance, ProviderHeld } from '#web/admin/providers/provider-figures.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { ChargeHold } from './charge-hold.tsx'
import { ListDoubt } from './list-doubt.tsx'

/** The provider's status, and the actions for it. */
export function ProviderNow({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const format = useFormat()
  const language = useLanguage()
  const { calls, sync, services, health, reading } = provider
  return (
    <CardSection title={t('now')}>
      <dl className="grid gap-2 p-5 text-14 max-wide:p-4">
        <Fact name={t('columnBalance')}>
          <ProviderBalance provider={provider} />
        </Fact>
        <Fact name={t('columnCalls')}>
          <ProviderAnswers calls={calls} />
        </Fact>
        {calls.slowest_ms !== null && (
          <Fact name={t('callsCount', { count: calls.count })}>
            {t('slowest', { count: calls.slowest_ms })}
          </Fact>
        )}
        <Fact name={t('columnServices')}>{format.number(services)}</Fact>
        <Fact name={t('columnHeld')}>
          <ProviderHeld provider={provider} />
        </Fact>
        {provider.held_back > 0 && (
          <Fact name={t('firstCharges')}>{t('heldBack', { count: provider.held_back })}</Fact>
        )}
        <Fact name={t('priceList')}>
          {sync.synced_at === null ? t('readNever') : <RelativeTime date={sync.synced_at} />}
        </Fact>
        {health.last_error !== null && (
          <Fact name={t('sendsTo')}>
            <span className="inline-block first-letter:uppercase">
              {sayFault(language, health.last_error)}
            </span>
          </Fact>
        )}
        {reading.last_error !== null && (
          <Fact name={t('asks')}>
            <span className="inline-block first-letter:uppercase">
              {sayFault(language, reading.last_error)}
            </span>
          </Fact>
        )}
      </dl>
      {provider.charge_hold !== null && <ChargeHold provider={provider} hold={provider.charge_hold} />}
      {sync.trouble !== null && <ListDoubt provider={provider} trouble={sync.trouble} />}
      <ProviderActions provider={provider} />
    </CardSection>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
