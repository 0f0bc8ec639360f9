import type { Route } from './+types/refund-page.ts'
import { LegalPage } from './legal-page.tsx'
import { legalTitle } from './legal-title.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => legalTitle(matches, 'refund')

export default function RefundPage() {
  return <LegalPage page="refund" />
}
