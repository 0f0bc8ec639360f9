import { useId } from 'react'
import { ChartTable } from './chart-table.tsx'
import { curveSize, pathOf, type Place } from './curve-shape.ts'

export type CurvePoint = Place & { label: string; text: string }

type CurveProps = {
  caption: string
  /** The drawing in words, for screen readers. */
  summary: string
  /** The headings of the table's two columns. */
  headings: readonly [label: string, value: string]
  /** At least one; the last is the current value. */
  points: readonly CurvePoint[]
  /** Its outline: where the curve was expected. */
  band: readonly Place[] | undefined
  /** The labels of the bottom's two ends and of the top. */
  ends: readonly [from: string, until: string]
  top: string
}

/**
 * Progress over time: a base line, a dashed line at the total, the expected band, the last value at its point, and
 * every figure in a table below.
 */
export function Curve({ caption, summary, headings, points, band, ends, top }: CurveProps) {
  const { width, height } = curveSize
  const frame = useId()
  const last = points.at(-1)
  return (
    <figure className="m-0 grid gap-3">
      <figcaption className="sr-only">{caption}</figcaption>
      <div>
        <p aria-hidden className="figures pb-1 text-end text-12 text-ink-3">
          {top}
        </p>
        <div className="relative">
          <svg
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing in the theme's colours has no file
            role="img"
            aria-label={summary}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="block h-44 w-full overflow-visible text-petrol forced-colors:text-[CanvasText]"
          >
            <clipPath id={frame}>
              <rect width={width} height={height} />
            </clipPath>
            {band !== undefined && (
              <path
                clipPath={`url(#${frame})`}
                d={`${pathOf(band)}Z`}
                className="fill-petrol-soft stroke-petrol/40 forced-colors:fill-none forced-colors:stroke-[GrayText]"
                vectorEffect="non-scaling-stroke"
              />
            )}
            <path
              d={`M0,1H${width}`}
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
              className="stroke-line-strong"
            />
            <path
              d={`M0,${height - 1}H${width}`}
              vectorEffect="non-scaling-stroke"
              className="stroke-line-strong"
            />
            <path
              d={pathOf(points)}
              fill="none"
              stroke="currentColor"
              strokeWidth={2.5}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
            {last !== undefined && (
              // A zero-length line with round ends: a dot that is not distorted when the drawing is stretched.
              <path
                d={`${pathOf([last])}h0`}
                stroke="currentColor"
                strokeWidth={9}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          {/* At the total, the label at the top is enough. */}
          {last !== undefined && last.up < 1 && <LastValue {...last} />}
        </div>
        <p aria-hidden className="flex justify-between gap-4 pt-1 text-12 text-ink-3">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      </div>
      <ChartTable
        caption={caption}
        headings={headings}
        rows={points.map(({ label, text }) => ({ label, cells: [{ text }] }))}
      />
    </figure>
  )
}

/** Next to its dot, on the side with more space. */
function LastValue({ across, up, text }: CurvePoint) {
  const isRight = across > 0.6
  return (
    <span
      aria-hidden
      className="figures absolute px-2.5 text-14 font-medium"
      style={{
        insetInlineStart: `${across * 100}%`,
        top: `${(1 - up) * 100}%`,
        transform: `translate(${isRight ? '-100%' : '0'}, ${up > 0.85 ? '25%' : '-110%'})`,
      }}
    >
      <span className="rounded-chip bg-surface/85 px-1">{text}</span>
    </span>
  )
}
