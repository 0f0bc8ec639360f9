import { lazy, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { fetchServices } from '#contract/catalogue/imports.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { ListSkeleton } from '#web/ui/feedback/page-skeleton.tsx'
import { Stepper } from '#web/ui/page/stepper.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import type { ImportStart } from './import-page.tsx'
import { ImportSource, initialSource, type Source } from './import-source.tsx'

// Fetched together with the list.
const fetchList = () => import('./offered/import-list.tsx')
const ImportList = lazy(async () => ({ default: (await fetchList()).ImportList }))

export type Fetched = Pick<AnswerOf<typeof fetchServices>, 'data' | 'left_out' | 'cached_at'>
/** The source of services: a configured provider, or the URL of an unknown one. */
export type Origin = { provider: string; name: string; isUnknown: boolean }

/**
 * Two steps (spec §2): source and selection. The fetched list exists only in this page: after a reload the second step
 * says that it is missing.
 */
export function ImportWizard({ start, aside }: { start: ImportStart; aside: ReactNode }) {
  const t = useText(adminImportsText)
  const [step, setStep] = useUrlState<'source' | 'list'>('step', 'source')
  const [params] = useSearchParams()
  const [source, setSource] = useState<Source>(() => initialSource(start.sources, params.get('provider')))
  const [fetched, setFetched] = useState<{ list: Fetched; origin: Origin }>()
  const isList = step === 'list' && fetched !== undefined
  const steps = [
    { key: 'source', label: t('stepSource') },
    { key: 'list', label: t('stepList') },
  ]
  return (
    <>
      <Stepper
        label={t('steps')}
        steps={steps}
        current={isList ? 'list' : 'source'}
        onBack={() => setStep('source')}
      />
      {isList ? (
        <LazyPart fallback={<ListSkeleton />}>
          <ImportList
            {...fetched}
            start={start}
            onOrigin={(origin) => setFetched({ ...fetched, origin })}
            onBack={() => setStep('source')}
          />
        </LazyPart>
      ) : (
        <>
          {step === 'list' && <Alert>{t('noData')}</Alert>}
          <ImportSource
            source={source}
            onChange={setSource}
            sources={start.sources}
            onFetched={(list, origin) => {
              setFetched({ list, origin })
              setStep('list')
            }}
          />
          {aside}
        </>
      )}
    </>
  )
}
