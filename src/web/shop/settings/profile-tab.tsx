import { getProfile } from '#contract/users/users.ts'
import { settingsText } from './texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import type { Route } from './+types/profile-tab.ts'
import { ProfileForm } from './profile-form.tsx'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('title'))

export function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return load(queryOf(getProfile), signal)
}

export default function ProfileTab({ loaderData }: Route.ComponentProps) {
  const { user } = useLoaded(loaderData)
  return <ProfileForm user={user} />
}
