import type { Reconciliation } from '#contract/reports/reconciliation.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { ReceiptLine, ReceiptLines } from '#web/ui/paper/receipt.tsx'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { DayVerdict } from './day-verdict.tsx'

type Provider = Reconciliation['providers'][number]
type Named = Provider['named'][number]

/** Orders charged differently, plus one if the balance moved for another reason. */
export function differencesOf({ differences, balance }: Provider): number {
  return differences + (balance === null || balance.unexplained === 0n ? 0 : 1)
}

/** The expected cost of the orders that a provider accepted, next to its charges, and its balance. */
export function ProviderDay({ provider }: { provider: Provider }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const { name, orders, open, expected, charged, rounding, differences, named } = provider
  return (
    <CardSection title={name} aside={<DayVerdict differences={differencesOf(provider)} />}>
      <div className="grid gap-x-10 gap-y-5 px-5 py-4 max-wide:px-4 wide:grid-cols-2">
        <ReceiptLines>
          <ReceiptLine label={t('ordersTaken')}>
            <span className="figures">{format.number(orders)}</span>
            {open > 0 && (
              <span className="block text-13 text-ink-3">
                {t('stillOpen', { count: format.number(open) })}
              </span>
            )}
          </ReceiptLine>
          <ReceiptLine label={t('expectedCost')}>
            <MoneyText amount={expected} />
          </ReceiptLine>
          <ReceiptLine label={t('chargedCost')}>
            <MoneyText amount={charged} />
          </ReceiptLine>
          <ReceiptLine label={t('difference')}>
            <MoneyText amount={charged - expected} isSigned />
          </ReceiptLine>
          <ReceiptLine label={t('rounding')}>
            <MoneyText amount={rounding} isSigned />
          </ReceiptLine>
        </ReceiptLines>
        <BalanceMoved balance={provider.balance} />
      </div>
      {named.length > 0 && (
        <div className="border-t border-line">
          <Table
            caption={t('namedTable', { name })}
            columns={columnsOf(t)}
            rows={named}
            rowKey={({ id }) => id}
            isCompact
          />
          {differences > named.length && (
            <p className="px-5 py-3 text-13 text-ink-3">{t('moreNamed', { count: named.length })}</p>
          )}
        </div>
      )}
    </CardSection>
  )
}

function BalanceMoved({ balance }: Pick<Provider, 'balance'>) {
  const t = useText(adminReportsText)
  const format = useFormat()
  if (balance === null) return <p className="text-14 text-ink-2">{t('noBalance')}</p>
  const { opening, opening_at: openingAt, closing, closing_at: closingAt, spent, unexplained } = balance
  return (
    <ReceiptLines>
      <ReceiptLine label={t('opening', { time: format.dateTime(openingAt) })}>
        <MoneyText amount={opening} />
      </ReceiptLine>
      <ReceiptLine label={t('spent')}>
        <MoneyText amount={-spent} />
      </ReceiptLine>
      <ReceiptLine label={t(unexplained < 0n ? 'toppedUp' : 'unexplained')}>
        <MoneyText amount={-unexplained} isSigned />
      </ReceiptLine>
      <ReceiptLine label={t('closing', { time: format.dateTime(closingAt) })}>
        <MoneyText amount={closing} />
      </ReceiptLine>
    </ReceiptLines>
  )
}

function columnsOf(t: Say<typeof adminReportsText>): Column<Named>[] {
  return [
    {
      key: 'order',
      heading: t('order'),
      narrow: 'first',
      cell: ({ id, status }) => (
        <span className="inline-flex flex-wrap items-center gap-3">
          <AdminLink className="figures underline-offset-4 hover:underline" to={`/admin/orders/${id}`}>
            #{id}
          </AdminLink>
          <OrderStatusBadge status={status} />
        </span>
      ),
    },
    { key: 'why', heading: t('why'), narrow: 'second', cell: ({ code }) => t(code) },
    {
      key: 'expected',
      heading: t('expectedCost'),
      align: 'end',
      narrow: 'second-end',
      amountOf: ({ expected }) => expected,
    },
    {
      key: 'charged',
      heading: t('chargedCost'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ charged }) => charged,
    },
  ]
}
