import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Attention, type AttentionCode, getAttention } from '#contract/operations/attention.ts'
import { makeLateQuery, useLateQuery } from '#web/platform/query/late-query.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'

/** Where each is handled: a list starting with the counted items. A wrong ledger sum has no page: see the docs. */
export const attentionPlaces: Readonly<Record<Exclude<AttentionCode, 'ledger'>, string>> = {
  orders: '/admin/orders?show=review',
  deposits: '/admin/deposits',
  tickets: '/admin/tickets',
  contact: '/admin/contact',
  providers: '/admin/providers?show=trouble',
  services_below_cost: '/admin/services?state=below_cost',
  mails_given_up: '/admin/failures',
  jobs_failing: '/admin/dashboard#system-status',
  jobs_failed: '/admin/failures',
}

/** The counts shown in the menu: those handled on one of its pages. */
const menuCodes: readonly string[] = [
  'orders',
  'deposits',
  'tickets',
  'contact',
  'providers',
  'services_below_cost',
  'mails_given_up',
  'jobs_failed',
] satisfies (keyof typeof attentionPlaces)[]

/** The pending items of a page, and the URL that lists what is counted. */
export type MenuCount = { count: number; to: string }

const refreshMilliseconds = 30_000
const asked = makeLateQuery(() => Promise.resolve(queryOf(getAttention)))

/** The pending items of each menu page, by path; read again on every page and while it is visible. */
export function useMenuCounts(): ReadonlyMap<string, MenuCount> {
  const { pathname } = useLocation()
  const known = useLateQuery(asked)
  useEffect(() => askOn(pathname), [pathname])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || rereadSoon(getAttention), refreshMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return menuCountsOf(known?.attention ?? [])
}

/** The restore that was not resumed; also null while unknown. */
export function useFenced(): Attention['fenced'] {
  return useLateQuery(asked)?.fenced ?? null
}

/** Counts for the same page are added up. */
export function menuCountsOf(attention: Attention['attention']): ReadonlyMap<string, MenuCount> {
  const counts = new Map<string, MenuCount>()
  for (const { code, count } of attention) {
    if (count === 0 || code === 'ledger' || !menuCodes.includes(code)) continue
    const to = attentionPlaces[code]
    const path = to.replace(/\?.*$/, '')
    counts.set(path, { to, count: count + (counts.get(path)?.count ?? 0) })
  }
  return counts
}

function askOn(path: string): void {
  if (path.startsWith('/admin/')) rereadSoon(getAttention)
}
