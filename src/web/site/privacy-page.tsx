import { legalText } from '#web/messages/legal.ts'
import { pageTitle, textOf } from './page-title.ts'
import type { Route } from './+types/privacy-page.ts'
import { LegalPage } from './legal-page.tsx'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, legalText)('privacy'))

export default function PrivacyPage() {
  return <LegalPage page="privacy" />
}
