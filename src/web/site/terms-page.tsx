import { legalText } from '#web/messages/legal.ts'
import { pageTitle, textOf } from './page-title.ts'
import type { Route } from './+types/terms-page.ts'
import { LegalPage } from './legal-page.tsx'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, legalText)('terms'))

export default function TermsPage() {
  return <LegalPage page="terms" />
}
