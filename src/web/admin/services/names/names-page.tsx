import { type ReactNode, useState } from 'react'
import { cleanNames, getNameRules, previewNames } from '#contract/catalogue/name-rules.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminNamesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/names-page.ts'
import { type DraftRule, NameRules, toDraft, toRules } from './name-rules.tsx'
import { LastCleaning } from './last-cleaning.tsx'
import { CleanedNames, type Seen } from './cleaned-names.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminNamesText)('title'))

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return load(queryOf(getNameRules), request.signal)
}

/** Rules are edited, previewed over the whole catalogue, and then applied exactly as shown. */
export default function AdminNamesPage({ loaderData }: Route.ComponentProps) {
  const { rules, last } = useLoaded(loaderData)
  const t = useText(adminNamesText)
  const [draft, setDraft] = useState<DraftRule[]>(() => rules.map(toDraft))
  const [seen, setSeen] = useState<Seen>()
  const [failure, setFailure] = useState<string>()
  const [done, setDone] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function run(act: () => Promise<void>, otherwise: string): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await act()
    } catch (error) {
      setFailure(messageOf(error, otherwise))
    } finally {
      setIsBusy(false)
    }
  }
  const look = () =>
    run(async () => {
      const asked = toRules(draft)
      setSeen({ rules: asked, shown: await call(previewNames, { body: { rules: asked } }) })
    }, t('lookFailed'))
  const showMore = ({ rules: asked, shown }: Seen) =>
    run(async () => {
      const more = await call(previewNames, { body: { rules: asked, from: shown.names.length } })
      setSeen({ rules: asked, shown: { ...more, names: [...shown.names, ...more.names] } })
    }, t('lookFailed'))
  const apply = ({ rules: asked, shown: { seal } }: Seen) =>
    run(async () => {
      const { changed } = await call(cleanNames, { body: { rules: asked, seal } })
      setSeen(undefined)
      setDone(t('done', { count: changed }))
      await reread(getNameRules)
    }, t('applyFailed'))

  return (
    <Frame>
      <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
      {last !== null && (
        <LastCleaning
          last={last}
          onUndone={async (count) => {
            setSeen(undefined)
            setDone(t('undone', { count }))
            const now = await call(getNameRules)
            setDraft(now.rules.map(toDraft))
            await reread(getNameRules)
          }}
        />
      )}
      <CardSection title={t('rules')}>
        <NameRules
          rules={draft}
          onChange={(next) => {
            setDraft(next)
            setSeen(undefined)
          }}
        />
      </CardSection>
      <LeaveGuard isUnsaved={JSON.stringify(toRules(draft)) !== JSON.stringify(rules)} />
      {failure !== undefined && <Alert>{failure}</Alert>}
      {seen === undefined ? (
        <Button className="justify-self-start" isBusy={isBusy} onClick={() => void look()}>
          {t('look')}
        </Button>
      ) : (
        <CleanedNames
          seen={seen}
          isBusy={isBusy}
          onMore={() => void showMore(seen)}
          onApply={() => void apply(seen)}
        />
      )}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminNamesText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminNamesText)
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead')} back={{ to: '/admin/services', label: t('backToServices') }}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
