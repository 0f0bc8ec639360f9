import { cx } from '#web/ui/page/cx.ts'

type GuillocheProps = {
  /** A braid along an edge instead. */
  isEdge?: boolean
  className?: string
}

/**
 * The engraver's rosette: one generated path of 1 kB, turned and shrunk over and over, used as a mask so that the ink is the
 * theme's. It is a window onto its middle, as large as classes make it, and takes its own room: ornament never lies under
 * a figure or a heading.
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
