import type { Route } from './+types/refund-page.ts'
import { LegalPage, legalTitle } from './legal-page.tsx'
import { type Legal, loadLegal } from './load-legal.ts'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => legalTitle(matches, 'refund', loaderData)

export function loader(args: Route.LoaderArgs): Promise<Legal> {
  return loadLegal('refund', args)
}

export default function RefundPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="refund" legal={loaderData} />
}
