import type { Route } from './+types/privacy-page.ts'
import { LegalPage } from './legal-page.tsx'
import { legalTitle } from './legal-title.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => legalTitle(matches, 'privacy')

export default function PrivacyPage() {
  return <LegalPage page="privacy" />
}
