import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import { Link } from '#web/platform/page/link.tsx'
import { type Attention, ATTENTION_COUNTED_MAX, type AttentionCode } from '#contract/operations/attention.ts'
import { attentionPlaces } from '#web/parts/staff/attention.ts'
import { adminDashboardText } from './texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { useMay, useMayOpen } from '#web/platform/session/may.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** What needs attention, most urgent first; and, for staff who may read reports, that the ledger is balanced. */
export function AttentionList({ known: { attention, checked_at: checkedAt } }: { known: Attention }) {
  const t = useText(adminDashboardText)
  const waiting = attention.filter(({ code, count }) => count > 0 && code !== 'ledger')
  const ledger = attention.find(({ code }) => code === 'ledger')
  const isWrong = ledger !== undefined && ledger.count > 0
  return (
    <CardSection title={t('needsPerson')}>
      <ul className="divide-y divide-line">
        {isWrong && (
          <li className="bg-bad-soft px-5 py-3 text-15 font-semibold text-bad max-wide:px-4">
            {t('ledgerIsWrong')}
          </li>
        )}
        {waiting.map((one) => (
          <Waiting key={one.code} {...one} />
        ))}
        {waiting.length === 0 && <li className="px-5 py-4 text-ink-2 max-wide:px-4">{t('nothingWaits')}</li>}
        {ledger?.count === 0 && (
          <li className="flex items-center gap-x-2 px-5 py-3 text-14 text-ink-2 max-wide:px-4">
            <Check aria-hidden className="size-4 shrink-0 text-ok" />
            <span className="min-w-0 flex-1">
              {t('ledgerAddsUp')} <RelativeTime date={checkedAt} className="text-ink-3" />
            </span>
          </li>
        )}
      </ul>
    </CardSection>
  )
}

function Waiting({ code, count }: { code: AttentionCode; count: number }) {
  const t = useText(adminDashboardText)
  const [may, mayOpen] = [useMay(), useMayOpen()]
  // System Status, which names the jobs, requires access to settings.
  const isUnnamed = code === 'jobs_failing' && !may('settings')
  const place = code === 'ledger' || isUnnamed ? undefined : attentionPlaces[code]
  const words = <span className="flex-1">{sayWaiting(t, code, count)}</span>
  const row = 'flex min-h-11 items-center gap-3 px-5 py-2 text-15 max-wide:px-4'
  if (place === undefined || !mayOpen(place)) return <li className={row}>{words}</li>
  return (
    <li>
      <Link to={place} className={`${row} hover:bg-sunken`}>
        <span aria-hidden className="size-2 rounded-full bg-foil" />
        {words}
        <ArrowRight aria-hidden className="size-4 text-ink-3" />
      </Link>
    </li>
  )
}

/** For counts that stop at a limit: "20+". */
const manyOf = {
  orders: 'ordersMany',
  deposits: 'depositsMany',
  tickets: 'ticketsMany',
  contact: 'contactMany',
} as const

/** How many items need attention. */
export function sayWaiting(t: Say<typeof adminDashboardText>, code: AttentionCode, count: number): string {
  if (count < ATTENTION_COUNTED_MAX) return t(code, { count })
  if (code === 'orders' || code === 'deposits' || code === 'tickets' || code === 'contact')
    return t(manyOf[code], { count })
  return t(code, { count })
}
