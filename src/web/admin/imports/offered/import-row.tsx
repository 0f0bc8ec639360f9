import { useRef } from 'react'
import type { ImportOutcome } from '#contract/catalogue/imports.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { canBeTaken, marginTenths, type OfferedRow } from './filter-offered.ts'

/** One line on a wide screen, a few lines on a narrow one. */
export const rowGrid =
  'grid grid-cols-[2.75rem_minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-3 px-3 wide:grid-cols-[2.75rem_3.75rem_minmax(0,1fr)_8.5rem_5.5rem_6rem_8.5rem]'

const tones = { created: 'ok', updated: 'info', skipped: 'neutral', error: 'bad' } as const satisfies Record<
  ImportOutcome,
  Tone
>

type ImportRowProps = {
  row: OfferedRow
  isStale: boolean
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}

/** The whole line is clickable; if it can't be imported, it says why. */
export function ImportRow({ row, isStale, isChosen, onToggle }: ImportRowProps) {
  const t = useText(adminImportsText)
  const format = useFormat()
  const isRange = useRef(false)
  const { preview } = row
  const name = preview?.name ?? row.name
  const isHeading = preview?.code === 'heading'
  return (
    <label
      className={`${rowGrid} min-h-11 py-0.5 text-14 leading-snug has-checked:chosen has-checked:bg-petrol-soft max-wide:py-3`}
      data-stale={isStale || undefined}
    >
      <span className="grid place-items-center">
        <input
          type="checkbox"
          aria-label={t('selectOne', { name })}
          className="tick size-5"
          disabled={!canBeTaken(row)}
          checked={isChosen && canBeTaken(row)}
          onClick={({ shiftKey }) => (isRange.current = shiftKey)}
          onChange={() => onToggle(isRange.current)}
        />
      </span>
      <span className="figures text-ink-3 max-wide:hidden">{row.service}</span>
      <span className="grid min-w-0 gap-x-3 max-wide:col-span-2 max-wide:gap-y-1 max-wide:pb-1">
        <span className="wrap-anywhere wide:truncate" title={name}>
          {name}
        </span>
        <span className={cx('text-13 text-ink-3', isHeading ? 'wrap-anywhere' : 'truncate')}>
          {preview !== undefined && (
            <span className="me-2">
              <Badge tone={tones[preview.outcome]}>{t(preview.outcome)}</Badge>
            </span>
          )}
          {isHeading ? (
            // A heading needs no platform, but the full reason why it isn't sold.
            <span className="text-foil-ink">{t('heading')}</span>
          ) : (
            <>
              {preview?.code != null && preview.code !== 'already_there' && <>{t(preview.code)} · </>}
              {row.platform} · {row.category}
              {preview?.name != null && <> · {row.name}</>}
            </>
          )}
        </span>
      </span>
      <span className="figures text-end text-ink-2 max-wide:hidden">
        {format.number(Number(row.min))} – {format.number(Number(row.max))}
      </span>
      <Figures row={row} />
    </label>
  )
}

function Figures({ row: { preview, rate: written } }: { row: OfferedRow }) {
  const t = useText(adminImportsText)
  const format = useFormat()
  const cell = 'text-end'
  if (preview?.cost == null || preview.rate === null)
    return (
      <>
        <span className={`figures text-ink-3 max-wide:col-start-2 ${cell}`}>{written}</span>
        <span className={`text-13 text-ink-3 wide:col-span-2 ${cell}`}>{t('notPriced')}</span>
      </>
    )
  const { cost, rate, rate_now: now } = preview
  const tenths = marginTenths({ cost, rate })
  return (
    <>
      <span className="text-end text-ink-2 max-wide:hidden">
        <MoneyText amount={cost} decimals={4} />
      </span>
      <span className={`max-wide:col-start-2 ${cell}`}>
        <span className="text-13 text-ink-3 wide:hidden">{t('price')} </span>
        <MoneyText amount={rate} decimals={4} className="font-semibold" />
        {now !== null && now !== rate && (
          <span className="ms-2 text-13 text-ink-3 wide:block">
            {t('priceNow', { price: format.money(now, 4) })}
          </span>
        )}
      </span>
      <span className={`text-ink-2 ${cell}`}>
        <span className="text-13 text-ink-3 wide:hidden">{t('margin')} </span>
        {/* Before the amount, so that decimal points stay aligned. */}
        <span className="figures pe-1 text-13 text-ink-3">{t('percent', { percent: tenths / 10 })}</span>{' '}
        <MoneyText amount={rate - cost} decimals={4} />
      </span>
    </>
  )
}
