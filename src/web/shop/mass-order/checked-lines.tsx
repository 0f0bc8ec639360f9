import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { memo, useState } from 'react'
import { useFormat } from '#web/platform/format/use-format.ts'
import { massOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import type { CheckedLine, CheckedLines as Lines } from './check-lines.ts'

type Shown = 'all' | 'wrong'
type CheckedLinesProps = { checked: Lines; onGoTo: (line: number) => void }

/** The parsed lines: service and price, or what is wrong. */
export const CheckedLines = memo(function CheckedLines({ checked, onGoTo }: CheckedLinesProps) {
  const t = useText(massOrderText)
  const [asked, setAsked] = useState<Shown>('all')
  const { lines, wrong } = checked
  if (lines.length === 0)
    return (
      <Card isFlush>
        <EmptyState message={t('empty')} />
      </Card>
    )
  // The last invalid line was fixed while only invalid ones were shown.
  const shown = wrong === 0 ? 'all' : asked
  const rows = shown === 'all' ? lines : lines.filter(({ checked: { problem } }) => problem !== undefined)
  return (
    <section aria-labelledby="checked-lines" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="checked-lines" className="text-17 font-bold">
          {t('read')}
        </h2>
        {wrong > 0 && (
          <FilterButtons
            label={t('filter')}
            value={shown}
            onChange={setAsked}
            options={[
              { value: 'all', label: t('all'), count: lines.length },
              { value: 'wrong', label: t('wrong'), count: wrong },
            ]}
          />
        )}
      </div>
      <Card isFlush>
        <ol className="amounts divide-y divide-line">
          {rows.map((line) => (
            <Line
              key={line.number}
              number={line.number}
              text={line.text}
              checked={line.checked}
              sameAs={line.sameAs}
              onGoTo={onGoTo}
            />
          ))}
        </ol>
      </Card>
    </section>
  )
})

/** Re-renders only when its own line changes. */
const Line = memo(function Line({
  number,
  text,
  checked,
  sameAs,
  onGoTo,
}: CheckedLine & { onGoTo: (line: number) => void }) {
  const t = useText(massOrderText)
  const format = useFormat()
  const doubts =
    checked.problem === undefined
      ? [checked.doubt, sameAs === undefined ? undefined : t('sameAs', { line: sameAs })].filter(
          (doubt) => doubt !== undefined,
        )
      : []
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 pe-4 py-1 [content-visibility:auto] [contain-intrinsic-size:auto_52px]">
      <button
        type="button"
        aria-label={t('goToLine', { line: number })}
        onClick={() => onGoTo(number)}
        className="figures min-h-8 rounded-control pe-2 text-end text-13 text-ink-3 hover:bg-sunken hover:text-ink max-wide:min-h-11"
      >
        {number}
      </button>
      {checked.problem === undefined ? (
        <>
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="figures text-13 text-ink-3">{checked.service.id}</span>
            <OrderedService
              name={checked.service.name}
              className="truncate max-wide:line-clamp-2 max-wide:whitespace-normal"
            />
          </span>
          <MoneyText amount={checked.price} className="text-end" />
          <div className="col-start-2 col-end-4 flex min-w-0 items-baseline justify-between gap-3 text-13 text-ink-2">
            <span className="truncate" title={checked.draft.link}>
              <bdi>{checked.draft.link}</bdi>
            </span>
            <span className="figures">{format.number(checked.draft.quantity)}</span>
          </div>
        </>
      ) : (
        <div className="col-span-2 grid min-w-0 gap-1">
          <span className="flex min-w-0 gap-2 text-14 text-bad">
            <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{checked.problem}</span>
          </span>
          <code className="figures truncate text-13 text-ink-2" title={text}>
            {text}
          </code>
        </div>
      )}
      {doubts.map((doubt) => (
        <span key={doubt} className="col-start-2 col-end-4 flex min-w-0 gap-2 text-13 text-foil-ink">
          <TriangleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{doubt}</span>
        </span>
      ))}
    </li>
  )
})
