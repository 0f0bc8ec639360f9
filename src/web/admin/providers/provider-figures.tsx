import type { Format } from '#contract/base/format.ts'
import { parseMoney } from '#contract/base/money.ts'
import type { Provider } from '#contract/providers/providers.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

/** In its own currency, and in USD if that differs. */
export function ProviderBalance({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const format = useFormat()
  const { balance, balance_currency: told, currency, balance_usd: usd, is_balance_low: isLow } = provider
  if (balance === null) return <span className="text-ink-3">{t('untold')}</span>
  return (
    <span className={cx('figures', isLow && 'font-semibold text-bad')}>
      {isLow && `${t('low')}: `}
      {shownAmount(format, balance)} {told ?? currency}
      {usd !== null && currency !== 'USD' && (
        <span className="text-ink-3"> ({format.money(usd - (usd % 1_000_000n), 2)})</span>
      )}
    </span>
  )
}

/** Formatted for the reader and cut to cents; a text that is not an amount is shown as written by the provider. */
function shownAmount({ moneyParts }: Format, text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const amount = parseMoney(`${whole}.${fraction.slice(0, 8).padEnd(2, '0')}`)
  return amount === undefined ? text : `${amount < 0n ? '−' : ''}${moneyParts(amount, 2).main}`
}

/** Its average response time, and the share of calls without a response. */
export function ProviderAnswers({ calls }: { calls: Provider['calls'] }) {
  const t = useText(adminProvidersText)
  if (calls.average_ms === null) return <span className="text-ink-3">{t('noCalls')}</span>
  const percent = Math.ceil((calls.failures * 100) / calls.count)
  return (
    <span className="figures">
      {t('milliseconds', { count: calls.average_ms })}
      {percent > 0 && <span className="text-bad"> · {t('failedShare', { percent })}</span>}
    </span>
  )
}

/** What staff should check. */
export function ProviderHeld({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const { below_cost: belowCost, waiting } = provider
  if (belowCost === 0 && waiting === 0) return <span className="text-ink-3">{t('nothingHeld')}</span>
  return (
    <span>
      {belowCost > 0 && (
        <span className="font-semibold text-bad">{t('belowCost', { count: belowCost })}</span>
      )}
      {belowCost > 0 && waiting > 0 && ' · '}
      {waiting > 0 && t('waiting', { count: waiting })}
    </span>
  )
}
