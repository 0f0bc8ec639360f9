import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { useMayOpen } from '#web/platform/session/may.ts'

type AdminLinkProps = { to: string; children: ReactNode; className?: string; title?: string }

/** A link to an admin page; only its text for staff without access. */
export function AdminLink({ to, children, className, title }: AdminLinkProps) {
  const mayOpen = useMayOpen()
  if (!mayOpen(to)) return <span title={title}>{children}</span>
  return (
    <Link to={to} className={className} title={title}>
      {children}
    </Link>
  )
}
