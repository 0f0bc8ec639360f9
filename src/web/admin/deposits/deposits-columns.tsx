import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { AdminDeposit } from '#contract/payments/admin-deposits.ts'
import { adminDepositsText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { DepositBadge, ReviewReason } from './say-deposit.tsx'

export function columnsOf(t: Say<typeof adminDepositsText>): Column<AdminDeposit>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      narrow: 'second',
      cell: (deposit) => (
        <span className="flex items-baseline gap-2">
          <DepositLink deposit={deposit} />
          <RelativeTime date={deposit.created_at} className="text-13 wide:hidden" />
        </span>
      ),
    },
    {
      key: 'user',
      heading: t('user'),
      narrow: 'first',
      cell: (deposit) => (
        <span className="grid wide:w-56">
          <span className="truncate" title={deposit.user_email}>
            {deposit.user_email}
          </span>
          <span className="text-13 text-ink-2 empty:hidden wide:hidden">
            <ReviewReason deposit={deposit} />
          </span>
        </span>
      ),
    },
    {
      key: 'amount',
      heading: t('amount'),
      align: 'end',
      narrow: 'second-end',
      amountOf: ({ amount }) => amount,
    },
    {
      key: 'arrived',
      heading: t('arrived'),
      align: 'end',
      amountOf: ({ arrived }) => arrived,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'end',
      cell: (deposit) => <DepositBadge deposit={deposit} />,
    },
    {
      key: 'why',
      heading: t('why'),
      cell: (deposit) => (
        <span className="text-13 text-ink-2">
          <ReviewReason deposit={deposit} />
        </span>
      ),
    },
    {
      key: 'created',
      heading: t('created'),
      cell: ({ created_at: date }) => (
        <RelativeTime date={date} className="whitespace-nowrap text-13 text-ink-3" />
      ),
    },
  ]
}

/** The list behind it stays unchanged. */
function DepositLink({ deposit: { id } }: { deposit: AdminDeposit }) {
  const t = useText(adminDepositsText)
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: `/admin/deposits/${id}`, search }}
      state={keepsFocus}
      preventScrollReset
      aria-label={t('deposit', { id: String(id) })}
      className={cx('figures text-petrol underline-offset-4 hover:underline', rowLinkClass)}
    >
      {id}
    </Link>
  )
}
