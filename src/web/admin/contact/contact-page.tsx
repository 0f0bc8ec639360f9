import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { contactStates, listContactMessages } from '#contract/support/contact.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminContactText } from '#web/messages/admin-contact.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Card } from '#web/ui/page/card.tsx'
import { DeskList } from '#web/admin/frame/desk-list.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { FilterBars, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/contact-page.ts'
import { MessageList } from './message-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminContactText)('title'))

const rowsPerPage = 25
const filters = [...contactStates, 'all'] as const

/** Begins with those that nobody has answered; `?show=` names others. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const shown = shownIn(searchParams)
  const query = {
    status: contactStates.find((known) => known === shown),
    cursor: /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0],
    limit: rowsPerPage,
  }
  return call(listContactMessages, { query }, { signal: request.signal })
}

function shownIn(params: URLSearchParams): (typeof filters)[number] {
  return filters.find((known) => known === params.get('show')) ?? 'open'
}

export function HydrateFallback() {
  const t = useText(adminContactText)
  return (
    <Frame>
      <FilterBars widths={['w-24', 'w-24', 'w-14']} />
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminContactPage({
  loaderData: { messages, next_cursor: nextCursor },
}: Route.ComponentProps) {
  const t = useText(adminContactText)
  const { search } = useLocation()
  const shown = shownIn(new URLSearchParams(search))
  return (
    <Frame>
      <DeskList
        path="/admin/contact"
        filters={{
          label: t('filters'),
          shown,
          options: filters.map((value) => ({ value, label: t(value) })),
        }}
        empty={{ message: t(shown === 'open' ? 'noneOpen' : 'noneFound'), showAll: t('showAll') }}
        nextCursor={nextCursor}
      >
        {messages.length > 0 ? <MessageList messages={messages} /> : undefined}
      </DeskList>
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminContactText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminContactText)
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('lead')}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}
