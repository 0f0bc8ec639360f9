import { Link } from '#web/platform/page/link.tsx'
import type { Language } from '#contract/base/languages.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { OrderStatusBadge } from '#web/parts/orders/order-status-badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { sayTransaction } from '#web/parts/wallet/say-transaction.ts'

type Texts = Say<typeof adminUsersText>

/** One user's newest orders, and a link to all of them. */
export function LatestOrders({ user, orders }: { user: AdminUser; orders: readonly Order[] }) {
  const t = useText(adminUsersText)
  return (
    <CardSection
      title={t('latestOrders')}
      aside={<All to="/admin/orders" query={`user=${user.id}`} label={t('allOrders')} />}
    >
      {orders.length === 0 ? (
        <p className="p-5 text-14 text-ink-2 max-wide:p-4">{t('noOrders')}</p>
      ) : (
        <Table
          caption={t('latestOrders')}
          isCompact
          rows={orders}
          rowKey={({ id }) => id}
          columns={orderColumns(t)}
        />
      )}
    </CardSection>
  )
}

export function LatestLines({ user, lines }: { user: AdminUser; lines: readonly Transaction[] }) {
  const t = useText(adminUsersText)
  const language = useLanguage()
  return (
    <CardSection
      title={t('latestLines')}
      aside={<All to="/admin/transactions" query={`user=${user.id}`} label={t('allLines')} />}
    >
      {lines.length === 0 ? (
        <p className="p-5 text-14 text-ink-2 max-wide:p-4">{t('noLines')}</p>
      ) : (
        <Table
          caption={t('latestLines')}
          isCompact
          rows={lines}
          rowKey={({ id, code }) => `${id} ${code}`}
          columns={lineColumns(t, language)}
        />
      )}
    </CardSection>
  )
}

function All({ to, query, label }: { to: string; query: string; label: string }) {
  return (
    <Link to={`${to}?${query}`} className="text-14 text-petrol underline-offset-4 hover:underline">
      {label}
    </Link>
  )
}

function orderColumns(t: Texts): Column<Order>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => <span className="figures text-ink-2">{id}</span>,
    },
    {
      key: 'service',
      heading: t('serviceName'),
      narrow: 'first',
      cell: ({ service_name: name }) => (
        <bdi className="line-clamp-1 wrap-anywhere" title={name}>
          {name}
        </bdi>
      ),
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ price }) => price,
    },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second',
      cell: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: 'date',
      heading: t('date'),
      narrow: 'second-end',
      cell: ({ created_at: at }) => (
        <RelativeTime date={at} className="text-13 whitespace-nowrap text-ink-3" />
      ),
    },
  ]
}

function lineColumns(t: Texts, language: Language): Column<Transaction>[] {
  return [
    {
      key: 'id',
      heading: t('id'),
      cell: ({ id }) => <span className="figures text-ink-2">{id}</span>,
    },
    {
      key: 'description',
      heading: t('description'),
      narrow: 'first',
      cell: (line) => <span className="line-clamp-1 wrap-anywhere">{sayTransaction(language, line)}</span>,
    },
    {
      key: 'amount',
      heading: t('amount'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ amount }) => amount,
      cell: ({ amount }) => <MoneyText amount={amount} isSigned />,
    },
    {
      key: 'balance',
      heading: t('balance'),
      align: 'end',
      amountOf: ({ balance_after: after }) => after,
    },
    {
      key: 'date',
      heading: t('date'),
      narrow: 'second',
      cell: ({ created_at: at }) => (
        <RelativeTime date={at} className="text-13 whitespace-nowrap text-ink-3" />
      ),
    },
  ]
}
