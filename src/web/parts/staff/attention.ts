import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type AttentionCode, getAttention } from '#contract/operations/attention.ts'
import { makeLateQuery, useLateQuery } from '#web/platform/query/late-query.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'

/** Where each is worked off: a list that begins with as many as are counted. A wrong sum has no page: the docs say what to do. */
export const attentionPlaces: Readonly<Record<Exclude<AttentionCode, 'ledger'>, string>> = {
  orders: '/admin/orders?show=review',
  deposits: '/admin/deposits',
  tickets: '/admin/tickets',
  contact: '/admin/contact',
  providers: '/admin/providers?show=trouble',
  services_below_cost: '/admin/services?state=below_cost',
  mails_given_up: '/admin/letters',
  jobs_failing: '/admin/dashboard',
  jobs_failed: '/admin/letters',
}

/** What the menu shows: those that are the count of one list. */
const menuCodes = [
  'orders',
  'deposits',
  'tickets',
  'contact',
  'providers',
  'services_below_cost',
  'jobs_failed',
] as const satisfies readonly (keyof typeof attentionPlaces)[]

const refreshMilliseconds = 30_000
const asked = makeLateQuery(() => Promise.resolve(queryOf(getAttention)))

/** How much waits on each page of the menu, by its path; read again on every page and while one looks on. */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const { pathname } = useLocation()
  const known = useLateQuery(asked)
  useEffect(() => askOn(pathname), [pathname])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || rereadSoon(getAttention), refreshMilliseconds)
    return () => clearInterval(timer)
  }, [])
  const counted = menuCodes.map((code) => {
    const count = known?.attention.find((one) => one.code === code)?.count ?? 0
    return [attentionPlaces[code].replace(/\?.*$/, ''), count] as const
  })
  return new Map(counted.filter(([, count]) => count > 0))
}

function askOn(path: string): void {
  if (path.startsWith('/admin/')) rereadSoon(getAttention)
}
