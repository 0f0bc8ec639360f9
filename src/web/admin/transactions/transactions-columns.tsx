import type { Language } from '#contract/base/languages.ts'
import type { TransactionStatus } from '#contract/ledger/transactions.ts'
import type { AdminTransaction } from '#contract/ledger/admin-transactions.ts'
import { adminTransactionsText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { ApiMark } from '#web/parts/orders/api-mark.tsx'
import { sayTransaction } from '#web/parts/wallet/say-transaction.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'

export const toneOf = {
  pending: 'foil',
  processing: 'info',
  completed: 'ok',
  canceled: 'bad',
} satisfies Record<TransactionStatus, Tone>

/** A deposit or bonus with a negative amount, which its type's name doesn't describe. */
function isUnwritten({ type, amount }: AdminTransaction): boolean {
  return amount < 0n && (type === 'deposit' || type === 'bonus')
}

/** The whole row opens its details. */
export function columnsOf(
  t: Say<typeof adminTransactionsText>,
  language: Language,
  onOpen: (id: number) => void,
): Column<AdminTransaction>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => <span className="figures text-ink-2">{id}</span>,
    },
    {
      key: 'user',
      heading: t('user'),
      narrow: 'first',
      cell: ({ id, user_id: userId, user_name: name }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <button
            type="button"
            className={`line-clamp-1 text-start font-semibold break-all ${rowLinkClass}`}
            onClick={() => onOpen(id)}
          >
            <bdi>{name ?? t('deletedUser')}</bdi>
            <span className="sr-only">: {t('detailsOf', { id: String(id) })}</span>
          </button>
          <span className="figures text-13 text-ink-3">#{userId}</span>
        </span>
      ),
    },
    {
      key: 'type',
      heading: t('type'),
      narrow: 'second',
      cell: (transaction) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {t(transaction.type)}
          <ApiMark apiKey={transaction.api_key} />
          {isUnwritten(transaction) && (
            <span className="text-13 text-ink-2">{sayTransaction(language, transaction)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second-end',
      cell: ({ status }) => <Badge tone={toneOf[status]}>{t(status)}</Badge>,
    },
    {
      key: 'amount',
      heading: t('amount'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ amount }) => amount,
      cell: ({ amount, status }) => (
        <span className={status === 'completed' ? undefined : 'text-ink-3'}>
          <MoneyText amount={amount} isSigned />
        </span>
      ),
    },
    {
      key: 'date',
      heading: t('date'),
      cell: ({ created_at: at }) => <RelativeTime date={at} className="text-13 text-ink-3" />,
    },
  ]
}
