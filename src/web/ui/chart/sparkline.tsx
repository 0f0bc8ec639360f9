import { cx } from '#web/ui/page/cx.ts'
import { percent, scaleOf, segmentsOf } from './chart-scale.ts'

/**
 * A trend two lines high, next to a figure and its label: no axis, no text, and hidden from screen readers. The last
 * segment, which is incomplete, is dotted.
 */
export function Sparkline({ sizes, className }: { sizes: readonly number[]; className?: string }) {
  const { fromTop } = scaleOf(sizes)
  const last = sizes.length - 1
  const points = sizes.map((size, index) => ({ x: last === 0 ? 1 : index / last, size }))
  const end = points[last]
  const ink = (isLoss: boolean) => cx(isLoss ? 'text-bad' : 'text-petrol', 'forced-colors:text-[CanvasText]')
  return (
    <svg aria-hidden className={cx('block h-9 w-full overflow-visible', className)}>
      <line x1="0" x2="100%" y1={percent(fromTop(0))} y2={percent(fromTop(0))} className="stroke-line" />
      {points
        .slice(1)
        .flatMap((to, index) =>
          segmentsOf(points[index] ?? to, to).map((piece) => (
            <line
              key={`${piece.from.x} ${piece.to.x}`}
              x1={percent(piece.from.x)}
              y1={percent(fromTop(piece.from.size))}
              x2={percent(piece.to.x)}
              y2={percent(fromTop(piece.to.size))}
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinecap="round"
              strokeDasharray={index === last - 1 ? '1 3' : undefined}
              className={ink(piece.isLoss)}
            />
          )),
        )}
      {end !== undefined && (
        <circle
          cx={percent(end.x)}
          cy={percent(fromTop(end.size))}
          r={3}
          fill="currentColor"
          className={ink(end.size < 0)}
        />
      )}
    </svg>
  )
}
