import { gatewayName } from '#contract/base/gateways/registry.ts'
import { limits } from '#contract/base/limits.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { listDeposits, type OwnDeposit, type PaymentStage } from '#contract/payments/payments.ts'
import { isManual, MANUAL } from '#contract/settings/payment-methods.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'
import type { Format } from '#contract/base/format.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { byCursor, makeList } from '#web/ui/list/list.ts'
import { ListSection } from '#web/ui/list/list-section.tsx'
import type { Column } from '#web/ui/list/table.tsx'
import { BonusAmount } from '#web/parts/payments/bonus-amount.tsx'
import { isWebAddress } from '#web/parts/payments/open-payment.ts'
import { statusPath } from '#web/parts/payments/status-path.ts'

type Methods = PublicConfig['payment_methods']

export const depositList = makeList({
  text: paymentsText,
  words: (t) => ({ table: t('history'), noneFound: t('noDeposits'), failed: t('historyFailed') }),
  read: () => ({}),
  paging: byCursor(limits.depositsPerPage),
  ask: (query) => queryOf(listDeposits, { query }),
  rowsOf: ({ deposits }) => deposits,
  rowKey: ({ id }) => id,
})

type DepositHistoryProps = { listed: AnswerOf<typeof listDeposits> | undefined; methods: Methods }

/** Every deposit with its result and a link to its status page. Undefined if they could not be loaded. */
export function DepositHistory({ listed, methods }: DepositHistoryProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  return <ListSection list={depositList} data={listed} columns={columnsOf(t, format, methods)} />
}

const tones: Record<PaymentStage, Tone> = {
  unpaid: 'neutral',
  waiting: 'foil',
  review: 'info',
  paid: 'ok',
  canceled: 'bad',
}
const stageTexts = {
  unpaid: 'stageUnpaid',
  waiting: 'stageWaiting',
  review: 'stageReview',
  paid: 'stagePaid',
  canceled: 'stageCanceled',
} as const satisfies Record<PaymentStage, string>

/** Payments that are unpaid, pending or reversed are not shown as money. */
function isOwn(deposit: OwnDeposit): boolean {
  return deposit.stage === 'paid' && reversalOf(deposit) !== 'all'
}

/** How much was taken back since it was credited. */
function reversalOf({ amount, bonus, reversed }: OwnDeposit): 'none' | 'part' | 'all' {
  if (reversed === 0n) return 'none'
  return reversed < amount + bonus ? 'part' : 'all'
}

function StageBadge({ deposit }: { deposit: OwnDeposit }) {
  const t = useText(paymentsText)
  const reversal = reversalOf(deposit)
  if (reversal === 'none') return <Badge tone={tones[deposit.stage]}>{t(stageTexts[deposit.stage])}</Badge>
  return <Badge tone="bad">{t(reversal === 'all' ? 'stageReversed' : 'stagePartReversed')}</Badge>
}

function columnsOf(t: Say<typeof paymentsText>, format: Format, methods: Methods): Column<OwnDeposit>[] {
  return [
    {
      key: 'date',
      heading: t('date'),
      narrow: 'second',
      cell: ({ created_at: at, payment_method: method }) => (
        <span className="text-13 text-ink-2">
          <time dateTime={at.toISOString()} className="rows:whitespace-nowrap">
            {format.dateTime(at)}
          </time>
          <span className="wide:hidden"> · {methodName(t, method, methods)}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      heading: t('amountColumn'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ amount }) => amount,
      cell: (deposit) => (
        <span className={isOwn(deposit) ? undefined : 'text-ink-2'}>
          <MoneyText amount={deposit.amount} className="font-medium" />
        </span>
      ),
    },
    {
      key: 'bonus',
      heading: t('bonus'),
      align: 'end',
      amountOf: ({ bonus }) => bonus,
      cell: (deposit) =>
        deposit.bonus > 0n ? (
          <BonusAmount amount={deposit.bonus} isDim={!isOwn(deposit)} />
        ) : (
          <span className="text-ink-3">–</span>
        ),
    },
    {
      key: 'method',
      heading: t('methodColumn'),
      cell: ({ payment_method: method }) => (
        <span className="text-ink-2">{methodName(t, method, methods)}</span>
      ),
    },
    {
      key: 'stage',
      heading: t('status'),
      narrow: 'first',
      cell: (deposit) => (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StageBadge deposit={deposit} />
          {deposit.bonus > 0n && (
            <span className="wide:hidden">
              <BonusAmount amount={deposit.bonus} isDim={!isOwn(deposit)} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'action',
      heading: t('actions'),
      align: 'end',
      narrow: 'second-end',
      cell: (deposit) => <Action deposit={deposit} />,
    },
  ]
}

/** Gateways have their own names, manual methods the operator's; a payment entered by staff has no method. */
function methodName(t: Say<typeof paymentsText>, method: string, methods: Methods): string {
  if (method === MANUAL) return t('byHand')
  if (isManual(method)) return methods.find(({ value }) => value === method)?.label ?? t('byTransfer')
  return gatewayName(method)
}

function Action({ deposit }: { deposit: OwnDeposit }) {
  const t = useText(paymentsText)
  const { id, order_id: orderId, payment_url: url, stage, payment_method: method } = deposit
  if (url !== null && isWebAddress(url))
    return (
      <a
        href={url}
        aria-label={t('continueOf', { id: String(id) })}
        className={buttonClass({ tone: 'secondary', size: 'tiny' })}
      >
        {t('continueShort')}
      </a>
    )
  if (orderId === null) return null
  const isPaid = stage === 'paid'
  return (
    <LinkButton
      to={statusPath(orderId, method)}
      tone="secondary"
      size="tiny"
      aria-label={t(isPaid ? 'receiptOf' : 'statusOf', { id: String(id) })}
    >
      {t(isPaid ? 'receipt' : 'seeStatus')}
    </LinkButton>
  )
}
