import { useState } from 'react'
import { type ApiAccess, getApiAccess } from '#contract/users/api-keys.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from '#web/shop/settings/texts.en.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import type { Route } from './+types/api-tab.ts'
import { ApiExamples } from './api-examples.tsx'
import { ApiKeyList } from './api-key-list.tsx'
import { ApiLimitsForm } from './api-limits-form.tsx'
import { TabSkeleton } from '#web/parts/settings/tab-skeleton.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, settingsText)('api'))

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return call(getApiAccess, undefined, { signal })
}

export function HydrateFallback() {
  return <TabSkeleton fields={3} />
}

export default function ApiTab({ loaderData }: Route.ComponentProps) {
  const [access, setAccess] = useAnswered(loaderData)
  return (
    <div className="grid max-w-column gap-5">
      <ApiKeyList access={access} onChange={setAccess} />
      <ApiLimitsForm access={access} onChange={setAccess} />
      <ApiExamples origin={window.location.origin} />
    </div>
  )
}

/** What was answered last, by a change or by loading anew. */
function useAnswered(loaded: ApiAccess): [ApiAccess, (access: ApiAccess) => void] {
  const [answered, setAnswered] = useState({ loaded, access: loaded })
  const access = answered.loaded === loaded ? answered.access : loaded
  return [access, (next) => setAnswered({ loaded, access: next })]
}
