import { type ReactNode, type RefObject, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'

type OverListProps = {
  list: string
  title: string
  firstFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A page opened over its list: closing it restores the list with its filters. */
export function OverList({ list, title, firstFocus, children }: OverListProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [opener] = useState(() => document.activeElement)
  const close = () =>
    void navigate({ pathname: list, search }, { state: keepsFocus, preventScrollReset: true })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || close()}
      title={title}
      isWide
      focusAfter={() =>
        opener?.matches('main a') === true && opener.isConnected ? null : document.querySelector('h1')
      }
      {...(firstFocus !== undefined && { firstFocus })}
    >
      {children}
    </Dialog>
  )
}
