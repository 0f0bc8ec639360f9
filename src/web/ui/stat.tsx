import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Figures beside each other, each under its name: what a page is about, in a line. */
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
  /** The one that the others explain. */
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
