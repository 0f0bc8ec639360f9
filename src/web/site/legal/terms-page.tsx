import type { Route } from './+types/terms-page.ts'
import { LegalPage } from './legal-page.tsx'
import { legalTitle } from './legal-title.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => legalTitle(matches, 'terms')

export default function TermsPage() {
  return <LegalPage page="terms" />
}
