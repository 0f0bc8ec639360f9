import artUrl from './guilloche.svg'
import { cx } from './cx.ts'

/**
 * The engraver's rosette: one generated path of 1 kB, turned and shrunk over and over, used as a mask so that the
 * ink is the theme's. Place and size it with classes; what holds it is `relative overflow-hidden`.
 */
export function Guilloche({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute block bg-guilloche mask-contain mask-center mask-no-repeat',
        className,
      )}
      style={{ maskImage: `url(${artUrl})` }}
    />
  )
}
