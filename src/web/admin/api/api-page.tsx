import { Outlet, useLocation } from 'react-router'
import { adminApiText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { TabLinks } from '#web/ui/page/tabs.tsx'
import type { Route } from './+types/api-page.ts'

export { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminApiText)('title'))

export const handle = { isList: true }

const webhooks = '/admin/api/webhooks'

/** How programs use the shop: customers' with API keys, and gateways'. */
export default function AdminApiPage() {
  const t = useText(adminApiText)
  const { pathname } = useLocation()
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      <TabLinks
        label={t('title')}
        current={pathname.startsWith(webhooks) ? webhooks : '/admin/api'}
        tabs={[
          { to: '/admin/api', label: t('keys') },
          { to: webhooks, label: t('webhooks') },
        ]}
      >
        <Outlet />
      </TabLinks>
    </div>
  )
}
