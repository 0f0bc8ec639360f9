import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

/** Figures in a row, each under its name: a page's summary. */
export function Stats({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <dl aria-label={label} className="flex flex-wrap items-end gap-x-10 gap-y-4">
      {children}
    </dl>
  )
}

type StatProps = {
  label: string
  /** After the figure: since when, compared with what. */
  note?: ReactNode
  /** The main figure of the group. */
  isLarge?: boolean
  children: ReactNode
}

export function Stat({ label, note, isLarge = false, children }: StatProps) {
  return (
    <div className={cx('grid gap-1', isLarge && 'max-wide:w-full wide:me-auto')}>
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className={isLarge ? 'text-28' : 'text-17'}>
        <span className="figures">{children}</span>
        {note !== undefined && <span className="ps-2 text-13 text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}

/** Independent figures, one card each. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-4 gap-3 max-wide:grid-cols-2 max-[22.4rem]:grid-cols-1">{children}</dl>
    </section>
  )
}

type StatCardProps = {
  label: string
  note?: string
  /** The main figure of the group. */
  isMain?: boolean
  children: ReactNode
}

export function StatCard({ label, note, isMain = false, children }: StatCardProps) {
  return (
    <div
      className={cx(
        'grid content-start gap-1 rounded-card border p-4',
        isMain ? 'border-transparent bg-petrol-soft' : 'border-line bg-surface',
      )}
    >
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className="grid gap-0.5">
        <span className="text-20 font-medium max-wide:text-17">{children}</span>
        {note !== undefined && <span className="text-13 text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}
