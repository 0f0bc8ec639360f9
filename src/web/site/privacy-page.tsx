import { legalText, privacySections } from '#web/messages/en/legal.ts'
import { say, useText } from '#web/messages/text.ts'
import { pageTitle } from './page-title.ts'
import type { Route } from './+types/privacy-page.ts'
import { LegalPage } from './legal-page.tsx'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, say(legalText, 'privacy'))

export default function PrivacyPage() {
  const t = useText(legalText)
  return <LegalPage title={t('privacy')} sections={privacySections} />
}
