import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { Guilloche } from './guilloche.tsx'

/** Paper with line art along its upper edge and a perforated lower edge: the order summary, a confirmation. */
export function Receipt({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section aria-label={title} className={cx('drop-shadow-receipt', className)}>
      <div className="perforated overflow-hidden rounded-t-card bg-surface pb-10">
        <Guilloche isEdge />
        <div className="grid gap-4 px-5 pt-3">
          <h2 className="text-17 font-bold">{title}</h2>
          {children}
        </div>
      </div>
    </section>
  )
}

/** The lines of a receipt: a `<dl>` of names and figures, aligned at the decimal point. */
export function ReceiptLines({ children }: { children: ReactNode }) {
  return <dl className="amounts grid gap-2">{children}</dl>
}

/** `isSum`: the sum of the lines above it. */
type ReceiptLineProps = { label: string; isSum?: boolean; children: ReactNode }

/** Values that can wrap shrink before the name does; a name takes at most three fifths. */
export function ReceiptLine({ label, isSum = false, children }: ReceiptLineProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[fit-content(60%)_1fr] items-baseline gap-4',
        isSum && 'border-t border-dashed border-line-strong pt-2 font-semibold',
      )}
    >
      <dt className="text-ink-2">{label}</dt>
      <dd className="figures justify-self-end text-end">{children}</dd>
    </div>
  )
}

/** The last line, under a dashed rule, in large figures. */
export function ReceiptTotal({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed border-line-strong pt-4">
      <dt>{label}</dt>
      <dd className="ms-auto text-28 font-medium">{children}</dd>
    </dl>
  )
}
