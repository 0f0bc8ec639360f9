import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#web/ui/page/cx.ts'

type TooltipProps = {
  content: ReactNode
  /** The text is a tab stop, unless an element around it is one: then the focus on that opens the tooltip. */
  children: ReactNode
  className?: string
}

const delayMilliseconds = 300
const gap = 6

/**
 * A tooltip for additional information, opened by hover, keyboard focus or tap. Escape closes it. Our own, in the
 * browser's top layer: Base UI's is 31 kB, and dates are in every list.
 */
export function Tooltip({ content, children, className }: TooltipProps) {
  const id = useId()
  const { anchor, isOpen, place } = useOpening()
  return (
    <span
      ref={anchor}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users need the tooltip too
      tabIndex={place === 'alone' ? 0 : undefined}
      aria-describedby={isOpen ? id : undefined}
      // Above the link that covers the row.
      className={cx('rounded-chip', place === 'row' && 'relative z-10', className)}
    >
      {children}
      {isOpen && (
        <Remark id={id} anchor={anchor}>
          {content}
        </Remark>
      )}
    </span>
  )
}

type RemarkProps = { id: string; anchor: RefObject<HTMLElement | null>; children: ReactNode }

function Remark({ id, anchor, children }: RemarkProps) {
  const popup = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (popup.current === null || anchor.current === null) return
    popup.current.showPopover?.()
    putBeside(popup.current, anchor.current.getBoundingClientRect())
  }, [anchor])
  return (
    <span
      ref={popup}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-control border-0 bg-ink px-2 py-1 font-text text-13 font-normal whitespace-nowrap text-canvas"
    >
      {children}
    </span>
  )
}

/** Above its text, or below if there is no room; never beyond the sides. */
function putBeside(popup: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = popup
  const middle = left + width / 2 - offsetWidth / 2
  popup.style.left = `${Math.max(gap, Math.min(middle, innerWidth - offsetWidth - gap))}px`
  popup.style.top = `${top - offsetHeight - gap < 0 ? bottom + gap : top - offsetHeight - gap}px`
}

/** Elements that only scripts focus (page, heading, a new message) are not tab stops. */
const stops = 'a, button, summary, [tabindex]:not([tabindex="-1"])'

function useOpening() {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [place, setPlace] = useState<'alone' | 'stop' | 'row'>('stop')

  useEffect(() => {
    const own = anchor.current
    if (own === null) return
    const holder = own.parentElement?.closest<HTMLElement>(stops)
    // The tab stop of a linked row is its link, or the button that opens it.
    const row = own.closest('tr')
    const link = row?.querySelector<HTMLElement>('.row-link') ?? row?.querySelector('a') ?? undefined
    setPlace(holder !== null ? 'stop' : link === undefined ? 'alone' : 'row')
    return listen({ own, focused: holder ?? link ?? own, link, setIsOpen })
  }, [])

  return { anchor, isOpen, place }
}

type Listening = {
  own: HTMLElement
  focused: HTMLElement
  link: HTMLElement | undefined
  setIsOpen: (isOpen: boolean) => void
}

function listen({ own, focused, link, setIsOpen }: Listening): () => void {
  const over = new AbortController()
  const { signal } = over
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => setIsOpen(true), delay)
  }
  const close = () => {
    clearTimeout(timer)
    setIsOpen(false)
  }
  own.addEventListener(
    'pointerenter',
    ({ pointerType }) => pointerType === 'mouse' && open(delayMilliseconds),
    { signal },
  )
  own.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && close(), { signal })
  focused.addEventListener('focus', () => focused.matches(':focus-visible') && open(0), { signal })
  focused.addEventListener('blur', close, { signal })
  // A tap opens the tooltip; a mouse click goes to the row's link, since hovering has opened it.
  own.addEventListener('pointerup', ({ pointerType }) => pointerType === 'touch' && open(0), { signal })
  own.addEventListener('click', ({ pointerType }) => pointerType === 'mouse' && link?.click(), { signal })
  window.addEventListener('pointerdown', ({ target }) => own.contains(target as Node) || close(), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
  window.addEventListener('scroll', close, { signal, passive: true, capture: true })
  return () => {
    clearTimeout(timer)
    over.abort()
  }
}
