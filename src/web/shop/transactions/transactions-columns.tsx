import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import type { Format } from '#contract/base/format.ts'
import type { Transaction, TransactionStatus } from '#contract/ledger/transactions.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { transactionsText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import type { Column } from '#web/ui/list/table.tsx'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { sayTransaction } from '#web/parts/wallet/say-transaction.ts'
import type { useStatusCheck } from './use-status-check.ts'

type Checking = ReturnType<typeof useStatusCheck>

const tones = {
  pending: 'foil',
  processing: 'info',
  completed: 'ok',
  canceled: 'bad',
} satisfies Record<TransactionStatus, Tone>

export function columnsOf(
  t: Say<typeof transactionsText>,
  format: Format,
  { checkingId, onCheck, statusOf }: Checking,
): Column<Transaction>[] {
  const date = ({ created_at: at }: Transaction) => (
    <time dateTime={at.toISOString()} className="text-13 whitespace-nowrap text-ink-3">
      {format.dateTime(at)}
    </time>
  )
  const action = (transaction: Transaction): ReactNode =>
    isOpen(transaction, statusOf(transaction)) && (
      <Button
        tone="secondary"
        size="tiny"
        isBusy={checkingId === transaction.id}
        aria-label={t('checkStatusOf', { id: String(transaction.id) })}
        onClick={() => onCheck(transaction)}
      >
        {checkingId !== transaction.id && <RefreshCw aria-hidden className="size-3.5" />}
        {t('checkStatus')}
      </Button>
    )
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => <span className="figures text-ink-2">{id}</span>,
    },
    { key: 'date', heading: t('date'), cell: date },
    {
      key: 'type',
      heading: t('type'),
      cell: ({ type }) => <span className="whitespace-nowrap">{t(type)}</span>,
    },
    {
      key: 'description',
      heading: t('description'),
      narrow: 'first',
      className: 'wide:w-2/5',
      cell: (transaction) => (
        <span className="grid min-w-0 gap-0.5 wide:py-1">
          <Description transaction={transaction} />
          <ApiMark apiKey={transaction.api_key} />
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2 wide:hidden">{date(transaction)}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      heading: t('amount'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ amount }) => amount,
      cell: (transaction) => (
        <span className={amountInk(transaction, statusOf(transaction))}>
          <MoneyText amount={transaction.amount} isSigned />
        </span>
      ),
    },
    {
      key: 'balance',
      heading: t('balance'),
      align: 'end',
      amountOf: ({ balance_after: after }) => after,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second-end',
      cell: (transaction) => {
        const status = statusOf(transaction)
        // In the phone layout, completed rows show no status.
        return (
          <span className={status === 'completed' ? 'max-wide:sr-only' : undefined}>
            <Badge tone={tones[status]}>{t(status)}</Badge>
          </span>
        )
      },
    },
    { key: 'actions', heading: t('actions'), align: 'end', narrow: 'second', cell: action },
  ]
}

/** Amounts that did not change the balance are dimmed. */
function amountInk({ amount }: Transaction, status: TransactionStatus): string | undefined {
  if (status !== 'completed') return 'text-ink-3'
  return amount > 0n ? 'text-ok' : undefined
}

/** A deposit that is not in the ledger but may still arrive. */
function isOpen({ type }: Transaction, status: TransactionStatus): boolean {
  return type === 'deposit' && status !== 'completed'
}

/** Its description, with a link to its subject. */
function Description({ transaction }: { transaction: Transaction }) {
  const text = sayTransaction(useLanguage(), transaction)
  const to = placeOf(transaction)
  const look = 'line-clamp-2 wrap-anywhere'
  return to === undefined ? (
    <span className={look} title={text}>
      {text}
    </span>
  ) : (
    <Link to={to} title={text} className={`${look} underline-offset-4 hover:text-petrol hover:underline`}>
      {text}
    </Link>
  )
}

function placeOf({ order_id: order, reference_id: reference, type }: Transaction): string | undefined {
  if (order !== null) return `/orders/${order}`
  return type === 'deposit' && reference !== null
    ? `/add-funds/success?order_id=${encodeURIComponent(reference)}`
    : undefined
}
