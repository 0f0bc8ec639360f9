import type { Route } from './+types/terms-page.ts'
import { LegalPage, legalTitle } from './legal-page.tsx'
import { type Legal, loadLegal } from './load-legal.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => legalTitle(matches, 'terms', loaderData)

export function loader(args: Route.LoaderArgs): Promise<Legal> {
  return loadLegal('terms', args)
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="terms" legal={loaderData} />
}
