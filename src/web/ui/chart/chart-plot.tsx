import { useId } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { dashOf, inkOf } from './chart-values.tsx'
import { type ChartSeries, type ChartValue, percent, type Scale, segmentsOf } from './chart-scale.ts'

type ChartPlotProps = {
  /** All series, which determine the colours, and the visible ones. */
  series: readonly ChartSeries[]
  shown: readonly ChartSeries[]
  hasBefore: boolean
  count: number
  scale: Scale
  active: number | undefined
  isLastOpen: boolean
}

const loss = 'text-bad forced-colors:text-[CanvasText]'

/**
 * Only the drawing. Its lengths are percentages, so that nothing is stretched at any width: the hatch of the incomplete
 * bar, dashes and dots keep their proportions.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { series, shown, hasBefore, count, scale, active, isLastOpen } = props
  const middleOf = (place: number) => (place + 0.5) / count
  const [first, ...others] = shown
  const before = hasBefore ? first?.before : undefined
  return (
    <svg aria-hidden className="block size-full overflow-visible">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={percent(scale.fromTop(tick))}
          y2={percent(scale.fromTop(tick))}
          className={tick === 0 ? 'stroke-line-strong' : 'stroke-line forced-colors:stroke-[GrayText]'}
        />
      ))}
      {active !== undefined && (
        <line
          x1={percent(middleOf(active))}
          x2={percent(middleOf(active))}
          y1="0"
          y2="100%"
          className="stroke-line-strong"
        />
      )}
      {first !== undefined && (
        <Bars
          values={first.values}
          ink={inkOf(series, first.key)}
          {...{ count, scale, active, isLastOpen }}
          isBehind={others.length > 0}
        />
      )}
      {before !== undefined && (
        <Line
          values={before}
          ink="text-line-strong forced-colors:text-[GrayText]"
          isBefore
          {...{ middleOf, scale, active, isLastOpen: false }}
        />
      )}
      {others.map(({ key, values }) => (
        <Line
          key={key}
          values={values}
          ink={inkOf(series, key)}
          dash={dashOf(series, key)}
          {...{ middleOf, scale, active, isLastOpen }}
        />
      ))}
    </svg>
  )
}

type Drawn = {
  values: readonly ChartValue[]
  ink: string
  scale: Scale
  active: number | undefined
  isLastOpen: boolean
}

type BarsProps = Drawn & { count: number; isBehind: boolean }

/** `isBehind`: lines are drawn on top, which full colour would hide. */
function Bars({ values, ink, count, scale, active, isLastOpen, isBehind }: BarsProps) {
  const hatch = useId()
  const step = 1 / count
  return values.map(({ size }, place) => {
    const [top, bottom] = [
      Math.min(scale.fromTop(size), scale.fromTop(0)),
      Math.max(scale.fromTop(size), scale.fromTop(0)),
    ]
    const isOpen = isLastOpen && place === count - 1
    return (
      <g
        // A point has no identity but its position.
        // oxlint-disable-next-line react/no-array-index-key
        key={place}
        className={cx(size < 0 ? loss : ink, 'forced-colors:text-[CanvasText]')}
        opacity={active === place ? 1 : isBehind ? 0.4 : active === undefined ? 1 : 0.55}
      >
        {isOpen && (
          <pattern
            id={hatch}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="5" fill="currentColor" />
          </pattern>
        )}
        <rect
          x={percent((place + 0.14) * step)}
          y={percent(top)}
          width={percent(step * 0.72)}
          height={percent(bottom - top)}
          fill={isOpen ? `url(#${hatch})` : 'currentColor'}
          stroke={isOpen ? 'currentColor' : undefined}
        />
      </g>
    )
  })
}

type LineProps = Drawn & {
  middleOf: (place: number) => number
  /** Distinguishes the line from others without colour. */
  dash?: string | undefined
  isBefore?: boolean
}

function Line({ values, ink, middleOf, scale, active, isLastOpen, dash, isBefore = false }: LineProps) {
  const points = values.map(({ size }, place) => ({ x: middleOf(place), size }))
  const colour = (isLoss: boolean) =>
    cx(isLoss && !isBefore ? loss : ink, !isBefore && 'forced-colors:text-[CanvasText]')
  const pieces = points.slice(1).flatMap((to, index) => {
    const isOpen = isLastOpen && index === points.length - 2
    return segmentsOf(points[index] ?? to, to).map((piece) => ({ ...piece, isOpen }))
  })
  const marked = points[active ?? (points.length === 1 ? 0 : -1)]
  return (
    <g>
      {pieces.map(({ from, to, isLoss, isOpen }) => (
        <line
          key={`${from.x} ${to.x}`}
          x1={percent(from.x)}
          y1={percent(scale.fromTop(from.size))}
          x2={percent(to.x)}
          y2={percent(scale.fromTop(to.size))}
          stroke="currentColor"
          strokeWidth={isBefore ? 1.5 : 2}
          strokeLinecap={isBefore || (!isOpen && dash !== undefined) ? 'butt' : 'round'}
          strokeDasharray={isBefore ? '4 3' : isOpen ? '1 4' : dash}
          className={colour(isLoss)}
        />
      ))}
      {marked !== undefined && (
        <circle
          cx={percent(marked.x)}
          cy={percent(scale.fromTop(marked.size))}
          r={isBefore ? 2.5 : 3.5}
          fill="currentColor"
          className={colour(marked.size < 0)}
        />
      )}
    </g>
  )
}
