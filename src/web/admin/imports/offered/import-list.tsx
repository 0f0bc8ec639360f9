import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { importServices, type ImportOutcome } from '#contract/catalogue/imports.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { searchWords } from '#web/ui/text/fold-text.ts'
import type { ImportStart } from '#web/admin/imports/import-page.tsx'
import { canBeTaken, filterOffered, toRows } from './filter-offered.ts'
import { ImportFilters } from './import-filters.tsx'
import { ImportOptions, initialOptions, readMarkup } from './import-options.tsx'
import { ImportRows } from './import-rows.tsx'
import type { Fetched, Origin } from '#web/admin/imports/import-wizard.tsx'
import { NewProvider } from './new-provider.tsx'
import { usePreview } from './use-preview.ts'

type ImportListProps = {
  list: Fetched
  origin: Origin
  start: ImportStart
  onOrigin: (origin: Origin) => void
  onBack: () => void
}

/** The second step: which services, and at which price. */
export function ImportList({ list, origin, start, onOrigin, onBack }: ImportListProps) {
  const t = useText(adminImportsText)
  const format = useFormat()
  const navigate = useNavigate()
  const [options, setOptions] = useState(initialOptions)
  const [search, setSearch] = useState('')
  const [platform, setPlatform] = useState('')
  const [category, setCategory] = useState('')
  const [outcome, setOutcome] = useState<ImportOutcome | ''>('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const markup = readMarkup(format.language, options)
  const preview = usePreview(origin.provider, { ...options, percent: markup.percent })
  const rows = useMemo(() => toRows(list.data, preview.byService), [list.data, preview.byService])
  const words = useDeferredValue(search)
  const matching = useMemo(
    () => filterOffered(rows, { words: searchWords(words), platform, category }),
    [rows, words, platform, category],
  )
  const shown = useMemo(
    () => matching.filter(({ preview: of }) => outcome === '' || of?.outcome === outcome),
    [matching, outcome],
  )
  // A service that can't be imported with the current options stays out.
  const taken = rows.filter((row) => chosen.has(row.service) && canBeTaken(row))

  const choose = (next: ReadonlySet<string>) => {
    setChosen(next)
    setRefusal(undefined)
  }

  async function begin(): Promise<void> {
    if (isBusy) return
    if (taken.length === 0) return setRefusal(t('noneChosen'))
    if (markup.percent === undefined) return setRefusal(markup.refusal)
    setRefusal(undefined)
    setIsBusy(true)
    try {
      const { data } = await call(importServices, {
        body: {
          provider: origin.provider,
          overwriteExisting: options.overwrite,
          translate: options.translate,
          markupPercentage: markup.percent,
          ...(options.platform !== '' && { platform: options.platform }),
          serviceIds: taken.map(({ service }) => service),
          inBackground: true,
        },
      })
      await navigate(`/admin/services/import?import=${data.import_id}`, { replace: true })
    } catch (error) {
      setRefusal(t('importFailed', { message: messageOf(error) }))
    } finally {
      setIsBusy(false)
    }
  }

  const reset = () => {
    setSearch('')
    setPlatform('')
    setCategory('')
    setOutcome('')
  }
  const repeated = list.left_out.find(({ code }) => code === 'repeated_id')
  // Repeated IDs have their own message.
  const leftOut = list.left_out.reduce(
    (sum, { code, count }) => sum + (code === 'repeated_id' ? 0 : count),
    0,
  )
  return (
    <>
      <p className="text-14 text-ink-2">
        {t('readAt', { name: origin.name, time: format.time(list.cached_at) })}
        {leftOut > 0 && <> · {t('leftOut', { count: leftOut })}</>}
      </p>
      {repeated !== undefined && (
        <Alert>
          {t('repeatedIds', { count: repeated.count })} {repeated.services.join(', ')}
        </Alert>
      )}
      {preview.ratesDoubt !== null && (
        <Alert>
          {t(preview.ratesDoubt.kind === 'low' ? 'ratesLow' : 'ratesHigh', {
            median: format.money(preview.ratesDoubt.median),
          })}
        </Alert>
      )}
      {preview.isUnknown && (
        <NewProvider
          url={origin.provider}
          canAdd={start.can_add}
          onMade={({ slug, name }) => onOrigin({ provider: slug, name, isUnknown: false })}
        />
      )}
      <Card>
        <ImportOptions
          options={options}
          onChange={setOptions}
          refusal={markup.refusal}
          platforms={start.platforms}
          hasTranslator={start.has_translator}
        />
      </Card>
      <ImportFilters
        {...{ rows, matching, search, setSearch, platform, setPlatform, category, setCategory }}
        {...{ outcome, setOutcome }}
      />
      {preview.failure !== undefined && <Alert>{t('previewFailed', { message: preview.failure })}</Alert>}
      {shown.length === 0 ? (
        <Card isFlush>
          <EmptyState message={t('noMatch')}>
            <Button tone="secondary" onClick={reset}>
              {t('resetFilters')}
            </Button>
          </EmptyState>
        </Card>
      ) : (
        <ImportRows rows={shown} isStale={preview.isStale} chosen={chosen} onChosen={choose} />
      )}
      <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-5 py-3 shadow-receipt max-wide:px-4">
        {refusal !== undefined && (
          <div className="w-full">
            <Alert>{refusal}</Alert>
          </div>
        )}
        <Button tone="secondary" onClick={onBack}>
          {t('back')}
        </Button>
        <output className="text-14 font-semibold">
          {taken.length > 0 && t('chosen', { count: taken.length })}
        </output>
        {taken.length > 0 && (
          <Button tone="quiet" size="small" onClick={() => setChosen(new Set())}>
            {t('clear')}
          </Button>
        )}
        <Button className="ms-auto" isBusy={isBusy} onClick={() => void begin()}>
          {t('importChosen')}
        </Button>
      </div>
    </>
  )
}
