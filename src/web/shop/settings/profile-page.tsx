import type { ReactNode } from 'react'
import { languageNames } from '#contract/base/languages.ts'
import { countries, getProfile, type User } from '#contract/users/users.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import type { Route } from './+types/profile-page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('profileTitle'))

export function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return load(queryOf(getProfile), signal)
}

/** The profile, read-only; it is edited in the settings. */
export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { user } = useLoaded(loaderData)
  const t = useText(settingsText)
  return (
    <div className="grid max-w-column gap-5">
      <PageHeading lead={t('profileLead')}>{t('profileTitle')}</PageHeading>
      <Card isFlush>
        <Facts user={user} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/settings">{t('editProfile')}</LinkButton>
      </div>
    </div>
  )
}

function Facts({ user }: { user: User }) {
  const t = useText(settingsText)
  const format = useFormat()
  const language = useLanguage()
  const balance = useSession()?.user.balance ?? user.balance
  const country = countries.find((known) => known === user.country)
  return (
    <dl className="grid px-5 max-wide:px-4">
      <Fact label={t('name')}>{user.name}</Fact>
      <Fact label={t('username')}>
        <span className="flex items-center gap-1">
          <bdi>{user.username}</bdi>
          <CopyButton value={user.username} what={t('username')} className="-my-2" />
        </span>
      </Fact>
      <Fact label={t('email')}>
        <span className="grid justify-items-start gap-1">
          {user.email}
          {user.pending_email !== undefined && (
            <span className="rounded-chip bg-foil-soft px-2 py-1 text-13 text-foil-ink">
              {t('pendingTitle', { email: user.pending_email })}
            </span>
          )}
        </span>
      </Fact>
      <Fact label={t('phone')}>{user.phone ?? <NotSaid />}</Fact>
      <Fact label={t('country')}>{country === undefined ? <NotSaid /> : t(country)}</Fact>
      <Fact label={t('language')}>{languageNames[user.language ?? language]}</Fact>
      <Fact label={t('balance')}>
        <MoneyText amount={balance} decimals={2} />
      </Fact>
      <Fact label={t('memberSince')}>
        <time dateTime={user.created_at.toISOString()}>{format.date(user.created_at)}</time>
      </Fact>
      <Fact label={t('customerId')}>
        <span className="flex items-center gap-1">
          <span className="figures">{user.id}</span>
          <CopyButton value={String(user.id)} what={t('customerId')} className="-my-2" />
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-13 grid-cols-[9rem_minmax(0,1fr)] items-center gap-4 border-b border-line py-2 last:border-0 max-narrow:grid-cols-[6.5rem_minmax(0,1fr)] max-[359px]:gap-2">
      <dt className="text-14 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function NotSaid() {
  const t = useText(settingsText)
  return <span className="text-ink-3">{t('notSaid')}</span>
}
