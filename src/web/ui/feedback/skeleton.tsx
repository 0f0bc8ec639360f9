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
 * Where something is on its way: the words are heard, the bars are seen, and the place is busy. Not one element for both: what
 * is busy is not read out before it is done.
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

/** Filter buttons that are on their way, in the one line that they take. */
export function FilterBars({ widths }: { widths: readonly string[] }) {
  return (
    <div aria-hidden className="flex gap-2 overflow-hidden max-wide:py-1">
      {widths.map((width, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- bars have no names
        <Skeleton key={at} className={cx('h-9 shrink-0 rounded-control max-wide:h-11', width)} />
      ))}
    </div>
  )
}

/** A field that is on its way: its label, and its box. */
export function FieldBars() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  )
}

/**
 * Filters and buttons that are on their way: the very ones, of which only the places are seen. So they are as high as what
 * comes, in every language and on every screen. Nobody can use them yet, and nobody is told of them.
 */
export function Coming({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled inert aria-hidden className="coming m-0 min-w-0 animate-appear border-0 p-0">
      {children}
    </fieldset>
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
