import { cx } from '#web/ui/page/cx.ts'
import type { ChartSeries, ChartValue } from './chart-scale.ts'

/** The colour of each series, in their order; losses have their own. */
export const seriesInks = ['text-petrol', 'text-info', 'text-ok', 'text-foil-ink'] as const

/** The dash pattern of each line, for readers who can't tell the colours apart; the first series is drawn as bars. */
const seriesDashes = [undefined, undefined, '7 3', '2 2'] as const

export function inkOf(series: readonly ChartSeries[], key: string): string {
  return seriesInks[series.findIndex((one) => one.key === key) % seriesInks.length] ?? seriesInks[0]
}

export function dashOf(series: readonly ChartSeries[], key: string): string | undefined {
  return seriesDashes[series.findIndex((one) => one.key === key) % seriesDashes.length]
}

type ChartValuesProps = {
  /** The place that the values belong to. */
  place: string
  at: number
  series: readonly ChartSeries[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  before: { name: string; places: readonly string[]; values: readonly ChartValue[] } | undefined
}

/** The legend: each series with its value at one place; with several series, each can be hidden. */
export function ChartValues({ place, at, series, hidden, onToggle, before }: ChartValuesProps) {
  const bars = series.find(({ key }) => !hidden.has(key))?.key
  return (
    <div className="grid gap-1">
      <p className="text-13 text-ink-3">{place}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-13 max-narrow:grid max-narrow:grid-cols-2 max-narrow:gap-x-3">
        {series.map(({ key, name, values }) => {
          const isShown = !hidden.has(key)
          const words = (
            <>
              <Mark
                ink={inkOf(series, key)}
                dash={dashOf(series, key)}
                as={!isShown ? 'hidden' : key === bars ? 'bars' : 'line'}
              />
              <span className={pair}>
                <span className={isShown ? undefined : 'text-ink-3 line-through'}>{name}</span>
                <span className="figures min-w-[8ch] font-medium">{isShown && values[at]?.text}</span>
              </span>
            </>
          )
          const row = 'flex min-h-6 items-center gap-2'
          return (
            <li key={key}>
              {series.length === 1 ? (
                <span className={row}>{words}</span>
              ) : (
                <button
                  type="button"
                  aria-pressed={isShown}
                  onClick={() => onToggle(key)}
                  className={cx(row, 'rounded-chip hover:text-petrol max-wide:min-h-11')}
                >
                  {words}
                </button>
              )}
            </li>
          )
        })}
        {before !== undefined && (
          <li className="flex min-h-6 items-center gap-2 text-ink-2 max-wide:min-h-11">
            <span aria-hidden className="w-4 shrink-0 border-t-2 border-dashed border-line-strong" />
            <span className={pair}>
              <span>{before.name}</span>
              <span className="figures min-w-[8ch]">{before.values[at]?.text ?? '–'}</span>
              <span className="text-ink-3">{before.places[at]}</span>
            </span>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Two columns on a phone, each with its value below. */
const pair = 'flex flex-wrap items-center gap-x-2 text-start max-narrow:grid'

type MarkProps = { ink: string; dash: string | undefined; as: 'bars' | 'line' | 'hidden' }

/** Drawn as in the chart. */
function Mark({ ink, dash, as }: MarkProps) {
  return (
    <svg aria-hidden className={cx('h-2.5 w-5 shrink-0 forced-colors:text-[CanvasText]', ink)}>
      {as === 'line' ? (
        <line x1="0" x2="20" y1="5" y2="5" stroke="currentColor" strokeWidth={2} strokeDasharray={dash} />
      ) : (
        <rect
          x="6"
          y="1"
          width="8"
          height="8"
          fill={as === 'bars' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth={2}
        />
      )}
    </svg>
  )
}
