import { getBalanceNotice, getNotificationPreferences } from '#contract/messaging/notifications.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import type { Route } from './+types/notifications-tab.ts'
import { BalanceNoticeForm } from './balance-notice-form.tsx'
import { usePreferences } from './use-preferences.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('notifications'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [preferences, { below }] = await Promise.all([
    call(getNotificationPreferences, undefined, { signal }),
    call(getBalanceNotice, undefined, { signal }),
  ])
  return { preferences, below }
}

/** Spec §3, in its order. */
const names = ['orderUpdates', 'promotions', 'newsletter', 'serviceChanges'] as const

export default function NotificationsTab({ loaderData }: Route.ComponentProps) {
  const t = useText(settingsText)
  const email = useSession()?.user.email ?? ''
  const { preferences, change } = usePreferences(loaderData.preferences)
  return (
    <div className="grid max-w-column gap-5">
      <CardSection title={t('preferencesTitle')}>
        <div className="grid gap-5 p-5 max-wide:p-4">
          <p className="text-14 wrap-anywhere text-ink-2">{t('preferencesLead', { email })}</p>
          <ul className="grid">
            {names.map((name) => (
              <li key={name} className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
                <Switch
                  name={name}
                  label={<span className="font-semibold">{t(name)}</span>}
                  hint={t(`${name}Hint`)}
                  checked={preferences[name]}
                  onChange={({ currentTarget }) => change(name, currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
          <p className="rounded-control bg-sunken px-4 py-3 text-14 text-ink-2">{t('alwaysTold')}</p>
        </div>
      </CardSection>
      <BalanceNoticeForm below={loaderData.below} />
    </div>
  )
}
