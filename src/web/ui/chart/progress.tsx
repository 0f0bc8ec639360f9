import { cx } from '#web/ui/page/cx.ts'

type ProgressProps = {
  label: string
  /** 0 to 1; undefined: indeterminate. */
  share?: number | undefined
  /** Read out instead of the percentage: "1,200 of 2,500". */
  valueText?: string
  /** Foil is for bonuses. */
  tone?: 'petrol' | 'foil'
}

/** A progress bar. Show the text next to it as well: the bar alone is read out, but says little visually. */
export function Progress({ label, share, valueText, tone = 'petrol' }: ProgressProps) {
  const percent = share === undefined ? undefined : Math.floor(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers style <progress> differently
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-chip bg-line forced-colors:border"
    >
      {percent === undefined ? (
        <div className="h-full w-1/3 animate-under-way bg-petrol motion-reduce:w-full motion-reduce:opacity-40 forced-colors:bg-[Highlight]" />
      ) : (
        <div
          className={cx(
            'h-full origin-left transition-transform duration-180 ease-out forced-colors:bg-[Highlight]',
            tone === 'foil' ? 'bg-foil' : 'bg-petrol',
          )}
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      )}
    </div>
  )
}
