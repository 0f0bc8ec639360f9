import { Outlet, useLocation, useNavigation } from 'react-router'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { useSession } from '#web/platform/session/session.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { TabLinks } from '#web/ui/page/tabs.tsx'

export { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

/** Spec §2, in its order. */
const tabs = [
  { to: '/settings', label: 'profile' },
  { to: '/settings/security', label: 'security' },
  { to: '/settings/notifications', label: 'notifications' },
  { to: '/settings/api', label: 'api' },
] as const

/** Not for staff viewing as the owner. */
const ownersAlone = new Set<string>(['/settings/api'])

/** The frame of the account settings: each tab is a separate page with its own URL, script and data. */
export default function SettingsPage() {
  const t = useText(settingsText)
  const isView = useSession()?.isView === true
  const shown = useLocation().pathname
  // The tab is highlighted on click; its page follows.
  const coming = useNavigation().location?.pathname
  const isOnItsWay = coming !== undefined && coming !== shown && tabs.some(({ to }) => to === coming)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      <TabLinks
        label={t('title')}
        current={toTab(isOnItsWay ? coming : shown)}
        tabs={tabs
          .filter(({ to }) => !(isView && ownersAlone.has(to)))
          .map(({ to, label }) => ({ to, label: t(label) }))}
      >
        <div
          aria-busy={isOnItsWay}
          className={cx('transition-opacity duration-120', isOnItsWay && 'opacity-60')}
        >
          <Outlet />
        </div>
      </TabLinks>
    </div>
  )
}

function toTab(path: string): string {
  return path.replace(/(.)\/$/, '$1')
}
