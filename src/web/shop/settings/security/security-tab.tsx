import { listSessions } from '#contract/users/sessions.ts'
import { getTwoFactor } from '#contract/users/two-factor.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from '#web/shop/settings/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { TwoFactorCard } from './two-factor-card.tsx'
import type { Route } from './+types/security-tab.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { TabSkeleton } from '#web/parts/settings/tab-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('security'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [{ sessions }, factor] = await Promise.all([
    call(listSessions, {}, { signal }),
    call(getTwoFactor, undefined, { signal }),
  ])
  return { sessions, factor }
}

export function HydrateFallback() {
  return <TabSkeleton fields={3} />
}

export default function SecurityTab({ loaderData: { sessions, factor } }: Route.ComponentProps) {
  // What keeps staff from everything else stands first.
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
