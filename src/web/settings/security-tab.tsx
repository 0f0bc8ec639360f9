import { listSessions } from '#contract/sessions.ts'
import { call } from '#web/api/call.ts'
import { settingsText } from '#web/messages/settings.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import type { Route } from './+types/security-tab.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { TabSkeleton } from './tab-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('security'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { sessions } = await call(listSessions, {}, { signal })
  return sessions
}

export function HydrateFallback() {
  return <TabSkeleton fields={3} />
}

export default function SecurityTab({ loaderData: sessions }: Route.ComponentProps) {
  return (
    <div className="grid max-w-column gap-5">
      <PasswordForm />
      <SessionList sessions={sessions} />
    </div>
  )
}
