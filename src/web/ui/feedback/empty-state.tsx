import type { ReactNode } from 'react'

/** An empty list: one sentence and one action. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 px-5 py-14 text-center">
      <svg
        aria-hidden
        viewBox="0 0 64 40"
        className="h-10 text-line-strong"
        fill="none"
        stroke="currentColor"
      >
        <path
          d="M12 2h40v36l-5-3-5 3-5-3-5 3-5-3-5 3-5-3-5 3zM20 12h24M20 19h24M20 26h12"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <p className="max-w-form text-balance text-ink-2">{message}</p>
      {children}
    </div>
  )
}
