import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'

export function Brand({ to, className }: { to: string; className?: string }) {
  return (
    <Link
      to={to}
      className={cx(
        'rounded-chip font-heading text-17 font-bold tracking-tight whitespace-nowrap',
        className,
      )}
    >
      Tally<span className="text-petrol">&amp;</span>Reach
    </Link>
  )
}
