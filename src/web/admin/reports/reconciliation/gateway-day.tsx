import { gatewayName } from '#contract/base/gateways/registry.ts'
import type { depositDifferences, Reconciliation } from '#contract/reports/reconciliation.ts'
import { isManual, MANUAL } from '#contract/settings/payment-methods.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { type PlainKey, type Say, useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { ReceiptLine, ReceiptLines } from '#web/ui/paper/receipt.tsx'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { DayVerdict } from './day-verdict.tsx'

type Gateway = Reconciliation['gateways'][number]
type Named = Gateway['named'][number]

const reasons: Record<(typeof depositDifferences)[number], PlainKey<typeof adminReportsText>> = {
  not_credited: 'not_credited',
  by_staff: 'by_staff',
  more_arrived: 'more_arrived',
  less_arrived: 'less_arrived',
  unexplained: 'unexplainedDeposit',
  taken_back: 'takenBackByStaff',
  not_here: 'not_here',
  listed_unpaid: 'listed_unpaid',
  listed_otherwise: 'listed_otherwise',
  not_listed: 'not_listed',
}

/** The payments reported by a gateway, next to the ledger. */
export function GatewayDay({
  gateway: { gateway, confirmed, credited, taken_back: takenBack, reversed, list, differences, named },
  methods,
}: {
  gateway: Gateway
  methods: PublicConfig['payment_methods']
}) {
  const t = useText(adminReportsText)
  const isByHand = gateway === MANUAL
  const name = methods.find(({ value }) => value === gateway)?.label ?? nameOf(gateway)
  return (
    <CardSection
      title={isByHand ? t('enteredByStaff') : t('gatewayOf', { gateway: name })}
      aside={<DayVerdict differences={differences} />}
    >
      <div className="max-w-form px-5 py-4 max-wide:px-4">
        <ReceiptLines>
          <ReceiptLine label={t(isByHand || isManual(gateway) ? 'saysArrived' : 'saysPaid')}>
            <MoneyText amount={confirmed} />
          </ReceiptLine>
          <ReceiptLine label={t('credited')}>
            <MoneyText amount={credited} />
          </ReceiptLine>
          <ReceiptLine label={t('difference')}>
            <MoneyText amount={credited - confirmed} isSigned />
          </ReceiptLine>
          {list !== null && (
            <ReceiptLine label={t('inList')}>
              {list.amount === null ? '–' : <MoneyText amount={list.amount} />}
            </ReceiptLine>
          )}
          {takenBack > 0n && (
            <>
              <ReceiptLine label={t('takenBack')}>
                <MoneyText amount={takenBack} />
              </ReceiptLine>
              <ReceiptLine label={t('reversedHere')}>
                <MoneyText amount={reversed} />
              </ReceiptLine>
            </>
          )}
        </ReceiptLines>
        {list !== null && <ListNote list={list} />}
      </div>
      {named.length > 0 && (
        <div className="border-t border-line">
          <Table
            caption={t('namedTable', { name })}
            columns={columnsOf(t)}
            rows={named}
            rowKey={({ id, reference, code }) => `${code} ${id ?? reference}`}
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

function ListNote({ list: { until, payments, amount, reason } }: { list: NonNullable<Gateway['list']> }) {
  const t = useText(adminReportsText)
  const language = useLanguage()
  const format = useFormat()
  const read = t('listRead', {
    payments: t('listedPayments', { count: payments }),
    time: format.dateTime(until),
  })
  return (
    <div className="mt-3 grid gap-1 text-13 text-ink-3">
      <p>{read}</p>
      {amount === null && <p>{t('listAmountsDiffer')}</p>}
      {reason !== null && (
        <p className="wrap-anywhere text-bad">{t('listFailed', { error: sayFault(language, reason) })}</p>
      )}
    </div>
  )
}

function nameOf(gateway: string): string {
  const name = gatewayName(gateway)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function columnsOf(t: Say<typeof adminReportsText>): Column<Named>[] {
  return [
    {
      key: 'deposit',
      heading: t('deposit'),
      narrow: 'first',
      cell: ({ id, reference }) =>
        id === null ? (
          <span className="figures wrap-anywhere">{reference}</span>
        ) : (
          <AdminLink className="figures underline-offset-4 hover:underline" to={`/admin/deposits/${id}`}>
            #{id}
          </AdminLink>
        ),
    },
    { key: 'why', heading: t('why'), narrow: 'second', cell: ({ code }) => t(reasons[code]) },
    {
      key: 'confirmed',
      heading: t('saysPaid'),
      align: 'end',
      narrow: 'second-end',
      amountOf: ({ confirmed }) => confirmed,
    },
    {
      key: 'credited',
      heading: t('credited'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ credited }) => credited,
    },
  ]
}
