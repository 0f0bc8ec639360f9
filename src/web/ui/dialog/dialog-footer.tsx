import type { ReactNode } from 'react'

/** For dialogs that may be longer than the screen: its buttons stick to the lower edge. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-4">
      {children}
    </div>
  )
}
