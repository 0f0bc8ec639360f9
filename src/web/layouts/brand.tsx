import { Fragment } from 'react'
import { Link } from 'react-router'
import { useSite } from '#web/site/site-facts.ts'
import { cx } from '#web/ui/cx.ts'

/** The operator's name; the sign between two words is set off. */
export function Brand({ to, className }: { to: string; className?: string }) {
  const [first, ...others] = useSite().brand.split(' & ')
  return (
    <Link
      to={to}
      className={cx(
        'rounded-chip font-heading text-17 font-bold tracking-tight whitespace-nowrap',
        className,
      )}
    >
      {first}
      {others.map((word) => (
        <Fragment key={word}>
          <span className="text-petrol">&amp;</span>
          {word}
        </Fragment>
      ))}
    </Link>
  )
}
