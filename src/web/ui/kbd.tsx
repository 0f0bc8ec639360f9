import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-chip border border-line bg-sunken px-1.5 font-text text-12 font-semibold text-ink-2 in-[.bg-petrol]:border-current/40 in-[.bg-petrol]:bg-transparent in-[.bg-petrol]:text-current">
      {children}
    </kbd>
  )
}
