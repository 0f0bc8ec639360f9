import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { countries } from '#contract/users/users.ts'
import type { AdminUserDetails } from '#contract/users/admin-users.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayOpen } from '#web/platform/session/may.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { EmailText } from '#web/ui/text/email-text.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { RoleOfUser, StatusOfUser } from '#web/admin/users/user-badges.tsx'

export function UserFacts({ user }: { user: AdminUserDetails }) {
  const t = useText(adminUsersText)
  const format = useFormat()
  const mayOpen = useMayOpen()
  const country = countries.find((known) => known === user.country)
  return (
    <CardSection
      title={t('facts')}
      aside={
        mayOpen('/admin/tickets') && (
          <Link
            to={`/admin/tickets?user_id=${user.id}`}
            className="text-14 text-petrol underline-offset-4 hover:underline"
          >
            {t('tickets')}
          </Link>
        )
      }
    >
      <dl className="grid px-5 text-14 max-wide:px-4">
        <Fact label={t('id')}>
          <span className="figures">{user.id}</span>
        </Fact>
        <Fact label={t('username')}>
          <span className="wrap-anywhere">{user.username}</span>
        </Fact>
        <Fact label={t('status')}>
          <StatusOfUser user={user} />
        </Fact>
        <Fact label={t('role')}>
          <RoleOfUser user={user} />
        </Fact>
        <Fact label={t('balance')} isLong>
          <MoneyText amount={user.balance} className="text-17" />
        </Fact>
        <Fact label={t('email')} isLong>
          <EmailText email={user.email} />{' '}
          <span className="text-13 text-ink-3">
            ({user.is_email_confirmed ? t('confirmed') : t('unconfirmed')})
          </span>
        </Fact>
        <Fact label={t('twoFactor')}>{user.has_two_factor ? t('twoFactorOn') : t('twoFactorOff')}</Fact>
        {user.phone !== null && <Fact label={t('phone')}>{user.phone}</Fact>}
        {user.country !== null && (
          <Fact label={t('country')}>{country === undefined ? user.country : t(country)}</Fact>
        )}
        <Fact label={t('orders')}>
          <span className="figures">{format.number(user.orders)}</span>
          {user.open_orders > 0 && (
            <span className="text-ink-3"> · {t('openOrders', { count: user.open_orders })}</span>
          )}
        </Fact>
        {user.refunded_today > 0n && (
          <Fact label={t('refundedToday')}>
            <MoneyText amount={user.refunded_today} />
          </Fact>
        )}
        <Fact label={t('registered')}>
          <RelativeTime date={user.created_at} />
        </Fact>
        <Fact label={t('terms')}>
          {user.terms === null ? (
            <span className="text-ink-3">{t('termsNone')}</span>
          ) : (
            <>
              {t('termsOf', { version: user.terms.version })}{' '}
              <RelativeTime date={user.terms.accepted_at} className="text-ink-3" />
            </>
          )}
        </Fact>
        <Fact label={t('lastUsed')}>
          {user.used_at === null ? (
            <span className="text-ink-3">{t('notSignedIn')}</span>
          ) : (
            <RelativeTime date={user.used_at} />
          )}
        </Fact>
      </dl>
    </CardSection>
  )
}

/** A long one has its own line on a phone. */
function Fact({ label, isLong = false, children }: { label: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'grid min-h-10 grid-cols-[8rem_minmax(0,1fr)] items-center gap-4 border-b border-line py-2 last:border-0',
        isLong ? 'max-narrow:grid-cols-1 max-narrow:gap-1' : 'max-narrow:grid-cols-[6rem_minmax(0,1fr)]',
      )}
    >
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
