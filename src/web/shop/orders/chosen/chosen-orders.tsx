import Copy from 'lucide-react/icons/copy'
import List from 'lucide-react/icons/list'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { lazy, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { orderListText } from '#web/shop/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { copyText } from '#web/ui/text/copy-text.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import type { Selection } from '#web/ui/list/table-selection.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { whyNoRefill } from './why-no-refill.ts'

// Fetched when first opened.
const RefillsDialog = lazy(async () => ({ default: (await import('./refills-dialog.tsx')).RefillsDialog }))
const CopyByHand = lazy(async () => ({ default: (await import('./copy-by-hand.tsx')).CopyByHand }))

type ChosenOrdersProps = {
  orders: readonly Order[]
  selection: Selection
  /** A refill was requested for the order. */
  onRefilled: (order: Order) => void
}

/** Bulk actions: copy the ids, and request a refill for each order that can have one. */
export function ChosenOrders({ orders, selection, onRefilled }: ChosenOrdersProps) {
  const t = useText(orderListText)
  const [isRefilling, setIsRefilling] = useState(false)
  const [byHand, setByHand] = useState<string>()
  const chosen = orders.filter(({ id }) => selection.chosen.has(id))
  const able = chosen.filter((order) => whyNoRefill(order) === undefined)

  async function copy(separator: string): Promise<void> {
    const ids = chosen.map(({ id }) => id).join(separator)
    if (await copyText(ids)) toast('success', t('copied', { count: chosen.length }))
    else setByHand(ids)
  }

  return (
    <>
      <SelectionBar selection={selection}>
        <Button tone="secondary" size="small" onClick={() => void copy(',')}>
          <Copy aria-hidden className="size-4" />
          {t('copyIds')}
        </Button>
        <Button
          tone="secondary"
          size="small"
          aria-label={t('copyLines')}
          title={t('copyLines')}
          onClick={() => void copy('\n')}
        >
          <List aria-hidden className="size-4" />
        </Button>
        <Button
          size="small"
          tone={able.length === 0 ? 'secondary' : 'primary'}
          onClick={() => setIsRefilling(true)}
        >
          <RotateCcw aria-hidden className="size-4" />
          {able.length === 0 ? t('refillStart') : t('refillChosen', { count: able.length })}
        </Button>
      </SelectionBar>
      {isRefilling && (
        <LazyPart isFloating>
          <RefillsDialog orders={chosen} onAsked={onRefilled} onClose={() => setIsRefilling(false)} />
        </LazyPart>
      )}
      {byHand !== undefined && (
        <LazyPart isFloating>
          <CopyByHand
            title={t('copyByHand')}
            lead={t('copyByHandLead')}
            label={t('ids')}
            value={byHand}
            onClose={() => setByHand(undefined)}
          />
        </LazyPart>
      )}
    </>
  )
}
