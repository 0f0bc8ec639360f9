import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'

/** A page that stands over its list: it closes to the list as it was left. */
export function OverList({ list, title, children }: { list: string; title: string; children: ReactNode }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const close = () =>
    void navigate({ pathname: list, search }, { state: keepsFocus, preventScrollReset: true })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || close()} title={title} isWide>
      {children}
    </Dialog>
  )
}
