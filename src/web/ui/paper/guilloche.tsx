import { cx } from '#web/ui/page/cx.ts'

type GuillocheProps = {
  /** A braid along an edge instead of a rosette. */
  isEdge?: boolean
  className?: string
}

/**
 * A guilloche rosette: one generated path of 1 kB, repeatedly rotated and scaled, used as a mask so that the colour is
 * the theme's. Classes set its size, which crops it around its centre. It takes its own space: no ornament is behind
 * figures or headings.
 */
export function Guilloche({ isEdge = false, className }: GuillocheProps) {
  return (
    <span
      aria-hidden
      data-ornament
      className={cx(
        'pointer-events-none block bg-guilloche print:hidden',
        isEdge ? 'h-7 mask-braid mask-auto mask-repeat-x' : 'mask-rosette mask-cover mask-no-repeat',
        className,
      )}
    />
  )
}
