import { type ApiAccess, getApiAccess } from '#contract/users/api-keys.ts'
import { settingsText } from '#web/shop/settings/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { show, load, useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import type { Route } from './+types/api-tab.ts'
import { ApiExamples } from './api-examples.tsx'
import { ApiKeyList } from './api-key-list.tsx'
import { ApiLimitsForm } from './api-limits-form.tsx'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('api'))

export function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return load(queryOf(getApiAccess), signal)
}

export default function ApiTab({ loaderData }: Route.ComponentProps) {
  const access = useLoaded(loaderData)
  // The response to a change has the full state.
  const setAccess = (now: ApiAccess) => show(loaderData, now)
  return (
    <div className="grid max-w-column gap-5">
      <ApiKeyList access={access} onChange={setAccess} />
      <ApiLimitsForm access={access} onChange={setAccess} />
      <ApiExamples origin={window.location.origin} />
    </div>
  )
}
