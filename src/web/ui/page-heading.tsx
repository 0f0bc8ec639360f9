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
  isCentered = false,
}: {
  children: ReactNode
  aside?: ReactNode
  lead?: ReactNode
  isCentered?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, state } = useLocation()
  useEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (hasMoved && state !== keepsFocus) heading.current?.focus({ preventScroll: true })
  }, [pathname, state])
  return (
    <div
      className={cx(
        'flex w-full flex-wrap items-center gap-x-5 gap-y-3',
        isCentered ? 'justify-center' : 'justify-between',
      )}
    >
      <div className="grid min-w-0 gap-1">
        <h1 ref={heading} tabIndex={-1} className="text-28 font-bold tracking-tight wrap-anywhere">
          {children}
        </h1>
        {lead !== undefined && <p className="text-ink-2">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}
