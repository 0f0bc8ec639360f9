import { type ReactNode, useLayoutEffect, useRef } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { cx } from './cx.ts'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'

let lastPath: string | undefined

type WayBackProps = { to: string; label: string }

/**
 * The page's one h1. It takes the focus on navigation by a link, so that the keyboard starts at the page's top and
 * screen readers read its name; not on first load, when the browser reads the page anyway, nor when a filter in the
 * path changes.
 */
export function PageHeading({
  children,
  aside,
  lead,
  back,
  isCentered = false,
}: {
  children: ReactNode
  aside?: ReactNode
  lead?: ReactNode
  /** The list that the page's item belongs to. */
  back?: WayBackProps
  isCentered?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, state } = useLocation()
  // Before paint: once the page is visible, the user may have moved on from the heading.
  useLayoutEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (hasMoved && state !== keepsFocus && !isWritingAbove()) heading.current?.focus({ preventScroll: true })
  }, [pathname, state])
  return (
    <div
      className={cx(
        'flex w-full flex-wrap gap-x-5 gap-y-3',
        back === undefined ? 'items-center' : 'items-end',
        isCentered ? 'justify-center' : 'justify-between',
      )}
    >
      <div className="grid min-w-0 gap-1">
        {back !== undefined && <WayBack {...back} />}
        <h1 ref={heading} tabIndex={-1} className="text-28 font-bold tracking-tight wrap-anywhere">
          {children}
        </h1>
        {lead !== undefined && <p className="max-w-column wrap-anywhere text-ink-2">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}

/** Unless the user opened the palette during loading and is typing there. */
function isWritingAbove(): boolean {
  return document.activeElement?.matches(':is(dialog, [role=dialog]) input') === true
}

export function WayBack({ to, label }: WayBackProps) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center gap-2 justify-self-start text-14 text-ink-2 hover:text-ink max-wide:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  )
}
