import { listSessions } from '#contract/users/sessions.ts'
import { getTwoFactor } from '#contract/users/two-factor.ts'
import { settingsText } from '#web/shop/settings/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { TwoFactorCard } from './two-factor-card.tsx'
import type { Route } from './+types/security-tab.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('security'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [sessions, factor] = await Promise.all([
    load(queryOf(listSessions, {}), signal),
    load(queryOf(getTwoFactor), signal),
  ])
  return { sessions, factor }
}

export default function SecurityTab({ loaderData }: Route.ComponentProps) {
  const { sessions } = useLoaded(loaderData.sessions)
  const factor = useLoaded(loaderData.factor)
  // Required setup that blocks staff from everything else comes first.
  const isAsked = factor.is_required && factor.enabled_at === null
  return (
    <div className="grid max-w-column gap-5">
      {isAsked && <TwoFactorCard factor={factor} />}
      <PasswordForm />
      {!isAsked && <TwoFactorCard factor={factor} />}
      <SessionList sessions={sessions} />
    </div>
  )
}
