import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

/** A grey bar in the final geometry. It appears after 150 ms: what is quicker needs none. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-appear rounded-chip bg-bar', className ?? 'h-4 w-full')} />
  )
}

type LoadingProps = { label: string; className?: string; children: ReactNode }

/**
 * While something loads: screen readers hear the words, the bars are visible, and the place is busy. Not one element
 * for both: a busy one is not read out before it is done.
 */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <>
      <output aria-label={label} className="sr-only">
        {label}
      </output>
      <div aria-busy className={className}>
        {children}
      </div>
    </>
  )
}

/** Rows of a list that is on its way. `label` is what a screen reader hears. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <Loading label={label} className="grid">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex min-h-14 items-center gap-5 border-b border-line px-5 last:border-0">
          <Skeleton className="h-4 w-14" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </Loading>
  )
}
