import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** The five figures of an import (spec §3). */
export function ImportStats({ run: { stats } }: { run: ImportRun }) {
  const t = useText(adminImportsText)
  const format = useFormat()
  const figures = [
    ['statTotal', stats.total],
    ['statCreated', stats.created],
    ['statUpdated', stats.updated],
    ['statSkipped', stats.skipped],
    ['statErrors', stats.errors],
  ] as const
  return (
    <dl className="m-0 grid grid-cols-2 gap-4 sm:grid-cols-3 wide:grid-cols-5">
      {figures.map(([label, value]) => (
        <div key={label} className="grid gap-1">
          <dt className="text-13 text-ink-3">{t(label)}</dt>
          <dd className="figures m-0 text-20 font-semibold">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
