import { useState } from 'react'
import { repriceProvider, getProvider } from '#contract/providers/provider-actions.ts'
import type { Repricing } from '#contract/providers/repricing.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

type Repriced = Repricing['examples'][number]

/** Services that cost more than their price, with the recalculated price: selected ones or all at once. */
export function HeldServices({ providerId, repricing }: { providerId: number; repricing: Repricing }) {
  const t = useText(adminProvidersText)
  const [isBusy, setIsBusy] = useState(false)
  const { examples, services: count, seal } = repricing
  const selection = useSelection(examples.map(({ service_id: id }) => id))
  const columns = useColumns()
  if (count === 0) return null
  const chosen = examples.flatMap(({ service_id: id }) => (selection.chosen.has(id) ? [id] : []))
  const isPart = chosen.length > 0 && chosen.length < count

  /** All are confirmed as shown; selected ones use the current cost. */
  async function reprice(): Promise<void> {
    setIsBusy(true)
    try {
      const body = isPart ? { service_ids: chosen } : { confirm: seal }
      const done = await call(repriceProvider, { params: { id: providerId }, body })
      toast('success', t('repriced', { count: done.repricing.services }))
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
      await reread(getProvider)
    }
  }
  return (
    <CardSection
      title={t('heldTitle')}
      aside={
        <Button size="small" isBusy={isBusy} onClick={() => void reprice()}>
          {t('reprice', { count: isPart ? chosen.length : count })}
        </Button>
      }
    >
      <p className="px-5 py-3 text-14 text-ink-2 max-wide:px-4">
        {t('heldLead', { count })}
        {examples.length < count && ` ${t('heldShown', { count: examples.length })}`}
      </p>
      <Table
        caption={t('heldTitle')}
        columns={columns}
        rows={examples}
        rowKey={({ service_id: id }) => id}
        rowName={({ name }) => name}
        selection={selection}
        isCompact
      />
    </CardSection>
  )
}

function useColumns(): Column<Repriced>[] {
  const t = useText(adminProvidersText)
  return [
    {
      key: 'service',
      heading: t('service'),
      narrow: 'first',
      cell: ({ service_id: id, name }) => (
        <span className="wrap-anywhere">
          <span className="figures text-ink-3">{id}</span> {name}
        </span>
      ),
    },
    {
      key: 'cost',
      heading: t('cost'),
      align: 'end',
      narrow: 'end',
      amountOf: ({ cost_after: cost }) => cost,
      cell: ({ cost_after: cost }) => (
        <span className="whitespace-nowrap">
          <span aria-hidden className="text-13 text-ink-3 rows:hidden">
            {t('cost')}{' '}
          </span>
          <MoneyText amount={cost} />
        </span>
      ),
    },
    {
      key: 'price',
      heading: t('price'),
      align: 'end',
      narrow: 'second-end',
      cell: ({ rate_before: before, rate_after: after }) => (
        <span className="whitespace-nowrap">
          <MoneyText amount={before} decimals={4} className="text-ink-3" />
          <span aria-hidden> → </span>
          <span className="sr-only"> {t('becomes')} </span>
          <MoneyText amount={after} decimals={4} className="font-semibold" />
        </span>
      ),
    },
  ]
}
