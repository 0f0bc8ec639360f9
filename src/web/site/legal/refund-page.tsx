import type { Route } from './+types/refund-page.ts'
import { type Legal, LegalPage, legalTitle, loadLegal } from './legal-page.tsx'

export const handle = { isStatic: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => legalTitle(matches, 'refund', loaderData)

export function loader(args: Route.LoaderArgs): Promise<Legal> {
  return loadLegal('refund', args)
}

export default function RefundPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="refund" legal={loaderData} />
}
