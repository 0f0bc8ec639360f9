import { type ReactNode, useState } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { contactBody, sendContact } from '#contract/support/contact.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { takeForm } from './take-form.ts'
import { SupportContact } from '#web/parts/public-frame/support-contact.tsx'
import { apiContext, languageContext } from '#web/platform/page/load-context.ts'
import { contactText } from './texts.en.ts'
import { sayIn, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { useSession } from '#web/platform/session/session.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/contact-page.ts'
import { ContactForm } from './contact-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => {
  const t = textOf(matches, contactText)
  return pageTitle(matches, t('title'), t('description'))
}

/** Without a script the page handles its own form: the typed values are returned with the errors. */
export async function action({ request, context }: Route.ActionArgs) {
  const failure = sayIn(context.get(languageContext), contactText, 'sendFailed')
  const send = (body: BodyOf<typeof sendContact>) =>
    context.get(apiContext)(sendContact, { body }, { signal: request.signal })
  const refused = await takeForm({ request, context }, { schema: contactBody, failure, send })
  // A reload must not send the form again.
  return refused === undefined ? redirect('/contact?sent=1') : data(refused, { status: 422 })
}

export default function ContactPage({ actionData }: Route.ComponentProps) {
  const t = useText(contactText)
  const [search] = useSearchParams()
  const [isSent, setIsSent] = useState(false)
  const isThanked = isSent || search.has('sent')
  return (
    <div className="mx-auto grid max-w-content items-start gap-10 px-4 py-10 wide:grid-cols-[minmax(0,1fr)_20rem] wide:gap-14 wide:px-7 wide:py-14">
      {isThanked ? (
        <Thanks onAgain={() => setIsSent(false)} />
      ) : (
        <div className="grid max-w-column gap-7">
          <PageHeading lead={t('lead')}>{t('title')}</PageHeading>
          <ContactForm refused={actionData} onSent={() => setIsSent(true)} />
        </div>
      )}
      <OtherWays />
    </div>
  )
}

function Thanks({ onAgain }: { onAgain: () => void }) {
  const t = useText(contactText)
  const isSignedIn = useSession() !== null
  return (
    <div className="grid max-w-column content-start gap-5">
      <PageHeading lead={t('sent')}>{t('sentTitle')}</PageHeading>
      <p className="text-ink-2">{t('sentLead')}</p>
      <div className="flex flex-wrap gap-3">
        {isSignedIn && <LinkButton to="/support">{t('toTickets')}</LinkButton>}
        <LinkButton to="/contact" tone="secondary" onClick={onAgain}>
          {t('another')}
        </LinkButton>
      </div>
    </div>
  )
}

function OtherWays() {
  const t = useText(contactText)
  const { contact, hours } = useSite()
  const isReachable = contact.email !== null || contact.telegram !== null
  return (
    <aside className="grid content-start gap-7 wide:border-s wide:border-line wide:ps-7">
      {isReachable && (
        <Way title={t('waysTitle')}>
          <SupportContact />
          {hours !== null && <p className="text-14 text-ink-2">{hours}</p>}
        </Way>
      )}
      <Way title={t('faqTitle')} lead={t('faqLead')}>
        <WayLink to="/faq">{t('toFaq')}</WayLink>
      </Way>
      <Way title={t('customersTitle')} lead={t('customersLead')}>
        <WayLink to="/support?tab=new">{t('toSupport')}</WayLink>
      </Way>
    </aside>
  )
}

function Way({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-17 font-bold">{title}</h2>
      {lead !== undefined && <p className="text-14 text-ink-2">{lead}</p>}
      {children}
    </section>
  )
}

function WayLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center justify-self-start text-14 font-semibold text-petrol underline"
    >
      {children}
    </Link>
  )
}
