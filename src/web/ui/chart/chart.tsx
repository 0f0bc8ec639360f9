import type { ReactNode } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { type ChartPoint, lineOf, scaleOf } from './chart-shape.ts'
import { ChartTable } from './chart-table.tsx'
import { cx } from '#web/ui/page/cx.ts'

type ChartProps = {
  caption: string
  /** What stands above the table's two columns: "Day", "Orders". */
  headings: readonly [label: string, value: string]
  points: readonly ChartPoint[]
  kind?: 'bars' | 'line'
  /** Small in a column beside others: its caption is for whoever does not see it, since its card says it. */
  size?: 'normal' | 'small'
}

const heights = { normal: 'h-40', small: 'h-22' } as const

/**
 * One series, drawn in ink on paper: no grid but a base line, the last value written at its end, and every figure in the table
 * beneath, for those who read rather than look.
 */
export function Chart({ caption, headings, points, kind = 'bars', size = 'normal' }: ChartProps) {
  const t = useText(commonText)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return <p className="py-7 text-ink-2">{t('noFigures')}</p>
  const scale = scaleOf(points)
  return (
    <figure className="m-0 grid gap-3">
      <figcaption className={size === 'small' ? 'sr-only' : 'text-15 font-semibold'}>{caption}</figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of ours in the theme's ink is no file
          role="img"
          aria-label={t('chartOf', { caption, from: first.label, to: last.label, last: last.text })}
          viewBox={`0 0 ${scale.width} ${scale.height}`}
          preserveAspectRatio="none"
          className={cx(heights[size], 'w-full overflow-visible text-petrol forced-colors:text-[CanvasText]')}
        >
          {kind === 'bars' ? <Bars points={points} /> : <Line points={points} />}
          <line
            x1={0}
            x2={scale.width}
            y1={scale.zero}
            y2={scale.zero}
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        </svg>
        <div className={cx('relative', heights[size])}>
          {/* As wide as it is written, which the drawing leaves to it. */}
          <span aria-hidden className="figures invisible text-14">
            {last.text}
          </span>
          <span
            aria-hidden
            className="figures absolute start-0 -translate-y-1/2 text-14 font-medium"
            style={{ top: `${scale.shareAt(last.size) * 100}%` }}
          >
            {last.text}
          </span>
        </div>
        <p aria-hidden className="flex justify-between gap-4 pt-1 text-12 text-ink-3 max-narrow:col-span-2">
          <span className="shrink-0">{first.label}</span>
          {points.length > 1 && <span className="text-end">{last.label}</span>}
        </p>
      </div>
      <ChartTable caption={caption} headings={headings} rows={points} />
    </figure>
  )
}

function Bars({ points }: Pick<ChartProps, 'points'>): ReactNode {
  const scale = scaleOf(points)
  const gap = scale.step * 0.25
  return points.map(({ label, size }, index) => {
    const [top, bottom] = [scale.yOf(size), scale.zero].toSorted((a, b) => a - b) as [number, number] // two in, two out
    return (
      <rect
        key={label}
        x={index * scale.step + gap / 2}
        y={top}
        width={scale.step - gap}
        height={bottom - top}
        fill="currentColor"
        opacity={index === points.length - 1 ? 1 : 0.6}
      />
    )
  })
}

function Line({ points }: Pick<ChartProps, 'points'>): ReactNode {
  return (
    <path
      d={lineOf(points)}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}
