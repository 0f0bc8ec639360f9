import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { cx } from './cx.ts'
import { keepsFocus } from './use-url-state.ts'

let lastPath: string | undefined

/**
 * The page's one h1. It takes the focus when one arrives by a link, so that a keyboard starts at the page's top and a
 * screen reader reads its name; not on the first load, where the browser reads the page anyway, nor when a filter of the page
 * is in the path.
 */
export function PageHeading({
  children,
  aside,
  lead,
  className,
}: {
  children: ReactNode
  aside?: ReactNode
  lead?: ReactNode
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, state } = useLocation()
  useEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (hasMoved && state !== keepsFocus) heading.current?.focus({ preventScroll: true })
  }, [pathname, state])
  return (
    <div className={cx('flex flex-wrap items-center justify-between gap-x-5 gap-y-3', className)}>
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="text-28 font-bold tracking-tight">
          {children}
        </h1>
        {lead !== undefined && <p className="text-ink-2">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}
