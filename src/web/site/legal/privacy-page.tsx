import type { Route } from './+types/privacy-page.ts'
import { LegalPage, legalTitle } from './legal-page.tsx'
import { type Legal, loadLegal } from './load-legal.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  legalTitle(matches, 'privacy', loaderData)

export function loader(args: Route.LoaderArgs): Promise<Legal> {
  return loadLegal('privacy', args)
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="privacy" legal={loaderData} />
}
