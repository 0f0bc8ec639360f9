import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import type { Shown } from './shown.tsx'

export const paper: readonly Shown[] = [
  {
    file: 'guilloche',
    states: {
      alone: (
        <div className="relative h-40 max-w-form overflow-hidden rounded-card border border-line bg-surface">
          <Guilloche className="h-full mask-center" />
        </div>
      ),
      'along an edge': <Guilloche isEdge />,
    },
  },
  {
    file: 'receipt',
    states: {
      'an order': (
        <div className="max-w-form">
          <Receipt title="Order summary">
            <ReceiptLines>
              <ReceiptLine label="Service">1024</ReceiptLine>
              <ReceiptLine label="Quantity">2,500</ReceiptLine>
            </ReceiptLines>
            <ReceiptTotal label="Total">
              <MoneyText amount={310_000_000n} decimals={8} />
            </ReceiptTotal>
          </Receipt>
        </div>
      ),
    },
  },
]
