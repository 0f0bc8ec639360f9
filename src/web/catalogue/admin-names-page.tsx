import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { cleanNames, getNameRules, type NameRule, previewNames, undoNames } from '#contract/name-rules.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { useFormat } from '#web/language/use-format.ts'
import { adminNamesText } from '#web/messages/admin-names.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SuccessBanner } from '#web/ui/success-banner.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/admin-names-page.ts'
import { type DraftRule, NameRules, toDraft, toRules } from './name-rules.tsx'

type Preview = AnswerOf<typeof previewNames>
type Seen = { rules: NameRule[]; shown: Preview }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminNamesText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(getNameRules, undefined, { signal: request.signal })
}

export function HydrateFallback() {
  const t = useText(adminNamesText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={4} label={t('title')} />
      </Card>
    </Frame>
  )
}

/** Rules are written, looked at over the whole catalogue, and then done exactly as they were shown. */
export default function AdminNamesPage({ loaderData: { rules, last } }: Route.ComponentProps) {
  const t = useText(adminNamesText)
  const { revalidate } = useRevalidator()
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
      await revalidate()
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
            await revalidate()
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
      {failure !== undefined && <Alert>{failure}</Alert>}
      {seen === undefined ? (
        <Button className="justify-self-start" isBusy={isBusy} onClick={() => void look()}>
          {t('look')}
        </Button>
      ) : (
        <Names
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
      <PageHeading
        lead={t('lead')}
        aside={
          <LinkButton tone="secondary" size="small" to="/admin/services">
            {t('backToServices')}
          </LinkButton>
        }
      >
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}

type Last = NonNullable<Route.ComponentProps['loaderData']['last']>

function LastCleaning({ last, onUndone }: { last: Last; onUndone: (count: number) => Promise<void> }) {
  const t = useText(adminNamesText)
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-14 text-ink-2">
        {t('last', { count: format.number(last.changed), date: format.dateTime(last.created_at) })}
        {last.by !== null && ` · ${last.by}`}
      </p>
      <Button tone="secondary" size="small" onClick={() => setIsAsking(true)}>
        {t('undo')}
      </Button>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('undoTitle')}
        action={t('undo')}
        onConfirm={async () => {
          const { restored } = await call(undoNames, { body: { id: last.id } })
          await onUndone(restored)
        }}
      >
        {t('undoLead')}
      </Confirm>
    </Card>
  )
}

type NamesProps = { seen: Seen; isBusy: boolean; onMore: () => void; onApply: () => void }

function Names({ seen: { shown }, isBusy, onMore, onApply }: NamesProps) {
  const t = useText(adminNamesText)
  const format = useFormat()
  const cell = (text: string) => <span className="text-14 wrap-anywhere">{text}</span>
  return (
    <section className="grid gap-3" aria-live="polite">
      <p className="font-semibold">
        {t('looked', { services: format.number(shown.services), count: format.number(shown.changed) })}
      </p>
      {shown.emptied > 0 && <p className="text-14 text-ink-2">{t('emptied', { count: shown.emptied })}</p>}
      {shown.names.length > 0 && (
        <Card isFlush>
          <Table
            caption={t('table')}
            isCompact
            rows={shown.names}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'before',
                heading: t('before'),
                narrow: 'second',
                cell: ({ before }) => cell(before),
              },
              { key: 'after', heading: t('after'), narrow: 'first', cell: ({ after }) => cell(after) },
            ]}
          />
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={onApply}>
          {shown.changed === 0 ? t('keepOnly') : t('apply', { count: shown.changed })}
        </Button>
        {shown.names.length < shown.changed && (
          <Button tone="secondary" isBusy={isBusy} onClick={onMore}>
            {t('more')}
          </Button>
        )}
      </div>
    </section>
  )
}
