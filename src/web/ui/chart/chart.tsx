import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { ChartValues } from './chart-values.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { type ChartSeries, scaleOf, spreadOf } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'

export type ChartProps = {
  caption: string
  /** Above the table's first column: "Day". */
  placeHeading: string
  /** The places' names, oldest first: for the figures, and shorter ones for the axis. */
  places: readonly string[]
  shortPlaces?: readonly string[]
  /** The first is drawn as bars, with the previous period dashed on top, the others as lines. */
  series: readonly ChartSeries[]
  /** The name of the previous period, and its places. */
  before?: { name: string; places: readonly string[] } | undefined
  tickText: (size: number) => string
  /** Counts: the axis has whole ticks only. */
  isWhole?: boolean
  /** The last place is incomplete: drawn hatched. */
  isLastOpen?: boolean
  /** 'small' is for a column next to others: its caption is only for screen readers, since its card shows it. */
  size?: 'normal' | 'small'
}

const heights = { normal: 'h-44', small: 'h-24' } as const
const labelsShown = { normal: 5, small: 3 } as const

/**
 * Series over time: an axis with rounded ticks, the values of the place that is hovered, touched or reached by arrow
 * keys (else the last), and every figure in a table below.
 */
export function Chart(props: ChartProps) {
  const t = useText(commonText)
  const { caption, placeHeading, places, series, before, size = 'normal' } = props
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(series.filter((one) => one.isHiddenFirst).map(({ key }) => key)),
  )
  const [active, setActive] = useState<number>()
  const last = places.length - 1
  if (last < 0) return <p className="py-7 text-ink-2">{t('noFigures')}</p>

  const place = Math.min(active ?? last, last)
  const shown = series.filter(({ key }) => !hidden.has(key))
  const past = before && series[0]?.before
  const headings = [placeHeading, ...series.map(({ name }) => name)]
  return (
    <figure className="m-0 grid min-w-0 gap-3">
      <figcaption className={size === 'small' ? 'sr-only' : 'text-15 font-semibold'}>{caption}</figcaption>
      <ChartValues
        place={places[place] ?? ''}
        at={place}
        series={series}
        hidden={hidden}
        onToggle={(key) => setHidden(toggled(hidden, key, series.length))}
        before={before && comparedOf(before, shown)}
      />
      <Drawing {...props} shown={shown} active={active} onActive={setActive} height={heights[size]} />
      <ChartTable
        caption={caption}
        headings={past === undefined ? headings : [...headings, beforeName(before, series)]}
        rows={places
          .map((label, index) => {
            const cells = series.map(({ values }) => values[index] ?? { text: '' })
            return { label, cells: past === undefined ? cells : [...cells, past[index] ?? { text: '–' }] }
          })
          .toReversed()}
      />
    </figure>
  )
}

type Before = NonNullable<ChartProps['before']>

/** The previous period belongs to the first visible series. */
function comparedOf(before: Before, shown: readonly ChartSeries[]) {
  const values = shown[0]?.before
  return values && { values, places: before.places, name: beforeName(before, shown) }
}

function beforeName(before: Before | undefined, [first]: readonly ChartSeries[]): string {
  return `${first?.name ?? ''}, ${before?.name ?? ''}`
}

/** At least one series stays visible. */
function toggled(hidden: ReadonlySet<string>, key: string, count: number): ReadonlySet<string> {
  const next = new Set(hidden)
  if (!next.delete(key)) next.add(key)
  return next.size === count ? hidden : next
}

type DrawingProps = ChartProps & {
  shown: readonly ChartSeries[]
  active: number | undefined
  onActive: (place: number | undefined) => void
  height: string
}

/** The plot with its axes: a slider over the places. */
function Drawing(props: DrawingProps) {
  const { caption, places, shortPlaces = places, series, shown, active, onActive, height } = props
  const { before, tickText, isWhole = false, isLastOpen = false, size = 'normal' } = props
  const t = useText(commonText)
  const last = places.length - 1
  const drawn = shown.flatMap(({ values, before: past = [] }, index) =>
    (index === 0 && before !== undefined ? [...values, ...past] : values).map(({ size }) => size),
  )
  const scale = scaleOf(drawn, { isWhole })
  const ticks = scale.ticks.map((tick) => ({ top: `${scale.fromTop(tick) * 100}%`, text: tickText(tick) }))
  const moveTo = (event: PointerEvent<HTMLElement>) => onActive(placeAt(event, places.length))
  const onKeyDown = (event: KeyboardEvent) => {
    const now = active ?? last
    const next = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined && event.key !== 'Escape') return
    event.preventDefault()
    onActive(next === undefined ? undefined : Math.min(last, Math.max(0, next)))
  }
  const now = Math.min(active ?? last, last)
  const past = before && comparedOf(before, shown)
  const said = [...shown, ...(past === undefined ? [] : [past])].map(
    ({ name, values }) => `${name} ${values[now]?.text ?? '–'}`,
  )
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className={cx('relative my-2 text-12 text-ink-3', height)}>
        {ticks.map(({ top, text }) => (
          <span key={text} className="figures block h-0 text-end whitespace-nowrap">
            <span className="invisible">{text}</span>
            <span className="absolute end-0 -translate-y-1/2" style={{ top }}>
              {text}
            </span>
          </span>
        ))}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot contain a drawing
        role="slider"
        tabIndex={0}
        aria-label={t('chartOf', { caption, from: places[0] ?? '', to: places[last] ?? '' })}
        aria-valuemin={1}
        aria-valuemax={places.length}
        aria-valuenow={now + 1}
        aria-valuetext={`${places[now]}: ${said.join(', ')}`}
        onKeyDown={onKeyDown}
        onPointerDown={moveTo}
        onPointerMove={moveTo}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onActive(undefined)}
        onBlur={() => onActive(undefined)}
        // Horizontal swipes select a place, vertical ones scroll the page.
        className={cx('my-2 touch-pan-y rounded-chip', height)}
      >
        <ChartPlot
          series={series}
          shown={shown}
          hasBefore={before !== undefined}
          count={places.length}
          scale={scale}
          active={active}
          isLastOpen={isLastOpen}
        />
      </div>
      <p aria-hidden className="relative col-start-2 h-4 text-12 text-ink-3">
        {spreadOf(places.length, labelsShown[size]).map((index, at, all) => (
          <span
            key={index}
            className={cx(
              'absolute whitespace-nowrap',
              size === 'normal' && isBetween(at, all.length) && 'max-narrow:hidden',
            )}
            style={{
              insetInlineStart: `${((index + 0.5) / places.length) * 100}%`,
              transform: `translateX(${at === 0 && all.length > 1 ? '0' : at === all.length - 1 && all.length > 1 ? '-100%' : '-50%'})`,
            }}
          >
            {shortPlaces[index]}
          </span>
        ))}
      </p>
    </div>
  )
}

function placeAt({ clientX, currentTarget }: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
}

/** On a phone three of five labels fit, and the outer two of four. */
function isBetween(at: number, count: number): boolean {
  return count % 2 === 0 ? at > 0 && at < count - 1 : at % 2 === 1
}
