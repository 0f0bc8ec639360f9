import type { BulkChange, BulkExample, BulkResult } from '#contract/catalogue/bulk-changes.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'

const shownExamples = 8

/** The effect of a bulk change, before it is made. */
export function BulkPreview({ change, result }: { change: BulkChange; result: BulkResult }) {
  const t = useText(adminServicesText)
  const isPriced = result.raised + result.lowered > 0
  const examples = result.examples.slice(0, shownExamples)
  return (
    <section className="grid gap-3 rounded-card border border-line p-4" aria-live="polite">
      <p className="font-semibold">{t('lookedAt', { count: result.changed, total: result.services })}</p>
      <ul className="grid gap-1 text-14 text-ink-2">
        {isPriced && (
          <li>
            {t('raised', { count: result.raised })} · {t('lowered', { count: result.lowered })}
          </li>
        )}
        {result.left.map(({ code, count }) => (
          <li key={code}>{t(`left_${code}`, { count })}</li>
        ))}
      </ul>
      {result.below_cost > 0 && <Alert>{t('willBeBelowCost', { count: result.below_cost })}</Alert>}
      {examples.length > 0 && (
        <>
          <h3 className="text-14 font-bold">{t(isPriced ? 'examples' : 'firstOnes')}</h3>
          <Table
            caption={t(isPriced ? 'examples' : 'firstOnes')}
            columns={columnsOf(t, change.kind)}
            rows={examples}
            rowKey={({ id }) => id}
            isCompact
          />
        </>
      )}
    </section>
  )
}

function columnsOf(t: Say<typeof adminServicesText>, kind: BulkChange['kind']): Column<BulkExample>[] {
  const price = (key: 'rate_before' | 'rate_after', narrow: 'end' | 'second-end'): Column<BulkExample> => ({
    key,
    heading: t(key === 'rate_before' ? 'before' : 'after'),
    align: 'end',
    narrow,
    cell: (one) => <MoneyText amount={one[key]} decimals={4} />,
  })
  const name: Column<BulkExample> = {
    key: 'name',
    heading: t('name'),
    narrow: 'first',
    cell: (one) => <span className="line-clamp-2 text-13 wrap-anywhere">{one.name}</span>,
  }
  const isPriced = kind === 'markup' || kind === 'rate' || kind === 'rate_by'
  return isPriced ? [name, price('rate_before', 'second-end'), price('rate_after', 'end')] : [name]
}
