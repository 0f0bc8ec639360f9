import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type AttentionItemProps = { Picture: LucideIcon; action: ReactNode; children: ReactNode }

/** One line that needs attention: the problem and the action. */
export function AttentionItem({ Picture, action, children }: AttentionItemProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 px-5 py-2 max-wide:px-4 wide:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Picture aria-hidden className="size-4.5 shrink-0 text-foil-ink" strokeWidth={1.5} />
      <span className="text-14 wrap-anywhere">{children}</span>
      <span className="max-wide:col-start-2">{action}</span>
    </li>
  )
}
