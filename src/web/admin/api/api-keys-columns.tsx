import type { AdminApiKey } from '#contract/users/admin-api-keys.ts'
import { adminApiText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'

export function columnsOf(
  t: Say<typeof adminApiText>,
  ask: (key: AdminApiKey) => void,
): Column<AdminApiKey>[] {
  return [
    {
      key: 'key',
      heading: t('key'),
      narrow: 'first',
      cell: ({ id, name, prefix }) => (
        <>
          <bdi className="block wrap-anywhere">{name}</bdi>
          <span className="flex flex-wrap gap-x-3 text-13">
            <span className="figures text-ink-3">{prefix}…</span>
            <AdminLink
              to={`/admin/orders?key=${id}`}
              className="text-petrol hover:underline"
              aria-label={t('ordersOf', { name, prefix })}
            >
              {t('orders')}
            </AdminLink>
          </span>
        </>
      ),
    },
    {
      key: 'customer',
      heading: t('customer'),
      narrow: 'second',
      cell: ({ user_id: id, user_email: email }) => (
        <AdminLink to={`/admin/users/${id}`} className="wrap-anywhere text-petrol hover:underline">
          {email ?? `#${id}`}
        </AdminLink>
      ),
    },
    {
      key: 'limit',
      heading: t('limit'),
      align: 'end',
      narrow: 'hidden',
      amountOf: ({ daily_limit: own, all_keys: all }) => own ?? all.daily_limit,
      cell: ({ daily_limit: own, all_keys: all }) => {
        const limit = own ?? all.daily_limit
        return limit === null ? t('noLimit') : <MoneyText amount={limit} />
      },
    },
    {
      key: 'spent',
      heading: t('spent'),
      align: 'end',
      narrow: 'hidden',
      amountOf: ({ spent_today: spent }) => spent,
    },
    {
      key: 'addresses',
      heading: t('addresses'),
      narrow: 'hidden',
      cell: ({ allowed_addresses: own, all_keys: all }) => {
        const allowed = own.length > 0 ? own : all.allowed_addresses
        return (
          <span title={allowed.join(', ')}>
            {allowed.length === 0 ? t('anywhere') : t('addressCount', { count: allowed.length })}
          </span>
        )
      },
    },
    {
      key: 'used',
      heading: t('lastUsed'),
      narrow: 'second-end',
      cell: ({ last_used_at: at }) =>
        at === null ? <span className="text-ink-3">{t('never')}</span> : <Moment date={at} />,
    },
    {
      key: 'created',
      heading: t('created'),
      narrow: 'hidden',
      cell: ({ created_at: at }) => <Moment date={at} />,
    },
    {
      key: 'revoke',
      heading: t('revoke'),
      align: 'end',
      narrow: 'end',
      cell: (key) =>
        key.can_revoke && (
          <Button
            tone="quiet"
            size="tiny"
            aria-label={t('revokeKey', { key: key.prefix })}
            onClick={() => ask(key)}
          >
            {t('revoke')}
          </Button>
        ),
    },
  ]
}

function Moment({ date }: { date: Date }) {
  return <RelativeTime date={date} className="text-13 whitespace-nowrap text-ink-3" />
}
