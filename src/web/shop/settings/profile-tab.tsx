import { getProfile } from '#contract/users/users.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from './texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import type { Route } from './+types/profile-tab.ts'
import { ProfileForm } from './profile-form.tsx'
import { TabSkeleton } from '#web/parts/settings/tab-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('title'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { user } = await call(getProfile, undefined, { signal })
  return user
}

export function HydrateFallback() {
  return <TabSkeleton fields={4} />
}

export default function ProfileTab({ loaderData: user }: Route.ComponentProps) {
  return <ProfileForm user={user} />
}
