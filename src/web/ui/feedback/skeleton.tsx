import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

/** A grey bar of the final size. Appears after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-appear rounded-chip bg-bar', className ?? 'h-4 w-full')} />
  )
}

type LoadingProps = { label: string; className?: string; children: ReactNode }

/**
 * A loading state: screen readers get the label, the bars are visual, and the area is busy. Two elements, since a busy
 * element is not read out until it is done.
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

/** Rows of a list that is loading. `label` is for screen readers. */
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
