import { lazy, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getConfig, type PublicConfig } from '#contract/settings/public-config.ts'
import { type listTickets, UNREAD_TICKETS_MAX } from '#contract/support/tickets.ts'
import { call } from '#web/platform/api/call.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { supportText } from '#web/parts/support/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { MyTickets } from './my-tickets.tsx'

// Fetched with the tabs that show them: most users come for a ticket.
const NewTicketForm = lazy(async () => ({ default: (await import('./new-ticket-form.tsx')).NewTicketForm }))
const QuestionTopics = lazy(async () => ({
  default: (await import('#web/parts/landing/question-topics.tsx')).QuestionTopics,
}))

const tabs = ['tickets', 'new', 'faqs'] as const

type SupportTabsProps = {
  listed: AnswerOf<typeof listTickets>
  faq: PublicConfig['faq']
}

/** The tab of the support page, from the URL. */
export function SupportTabs({ listed, faq }: SupportTabsProps) {
  const t = useText(supportText)
  const [asked, setTab] = useUrlState<(typeof tabs)[number]>('tab', 'tickets')
  const { unread } = listed
  const count = unread >= UNREAD_TICKETS_MAX ? `${UNREAD_TICKETS_MAX}+` : unread
  const label = unread === 0 ? t('myTickets') : t('myTicketsUnread', { count })
  const mine = <MyTickets listed={listed} onNew={() => setTab('new')} />
  return (
    <Tabs
      label={t('tabs')}
      value={tabs.find((known) => known === asked) ?? 'tickets'}
      onChange={(value) => setTab(tabs.find((known) => known === value) ?? 'tickets')}
      tabs={[
        { value: 'tickets', label, content: mine },
        { value: 'new', label: t('newTicket'), content: <Shown part={<NewTicketForm />} /> },
        { value: 'faqs', label: t('faqs'), content: <Shown part={<QuestionTopics more={faq} />} /> },
      ]}
    />
  )
}

function Shown({ part }: { part: ReactNode }) {
  const t = useText(supportText)
  return <LazyPart fallback={<SkeletonRows rows={6} label={t('loading')} />}>{part}</LazyPart>
}

/** The operator's answers in the reader's language. */
export async function loadQuestions(signal: AbortSignal): Promise<PublicConfig['faq']> {
  const { faq } = await call(getConfig, { query: { language: readerLanguage() } }, { signal })
  return faq
}
