import { Outlet, useLocation } from 'react-router'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/settings-page.ts'
import { SettingsContext, useMakeSettings } from './settings-context.ts'
import { SettingsNav } from './settings-nav.tsx'
import { settingsParts } from '#web/parts/staff/settings-parts.ts'

export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminSettingsText)('title'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return call(getSettings, undefined, { signal })
}

/** The frame of the operator's settings: each section is a separate page, and all unsaved values are held here. */
export default function AdminSettingsPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminSettingsText)
  const { pathname } = useLocation()
  const current = settingsParts.find((part) => pathname.split('/')[3] === part) ?? 'brand'
  const settings = useMakeSettings(loaderData)
  const unsaved = Object.keys(settings.drafts)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      <div className="grid items-start gap-5 wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-7">
        <SettingsNav parts={settingsParts} current={current} unsaved={unsaved} />
        <div className="min-w-0 wide:max-w-column">
          <SettingsContext value={settings}>
            <Outlet />
          </SettingsContext>
          <LeaveGuard isUnsaved={unsaved.length > 0} within="/admin/settings" />
        </div>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminSettingsText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      <LoadFailed error={error} message={t('loadFailed')} />
    </div>
  )
}
