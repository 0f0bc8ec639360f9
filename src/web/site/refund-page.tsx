import { legalText, refundSections } from '#web/messages/en/legal.ts'
import { say, useText } from '#web/messages/text.ts'
import { pageTitle } from './page-title.ts'
import type { Route } from './+types/refund-page.ts'
import { LegalPage } from './legal-page.tsx'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, say(legalText, 'refund'))

export default function RefundPage() {
  const t = useText(legalText)
  return <LegalPage title={t('refund')} sections={refundSections} />
}
