import { type FormEvent, useState } from 'react'
import { fetchServices } from '#contract/catalogue/imports.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { ImportStart } from './import-page.tsx'
import type { Fetched, Origin } from './import-wizard.tsx'

export type Source = { slug: string; url: string; useCache: boolean; socialMediaOnly: boolean }

/** In the place of a provider's slug, which begins with a letter. */
const custom = '-'

/** `asked` is the provider whose page one comes from; without it 'smmdoge' is preselected (spec §9). */
export function initialSource(sources: ImportStart['sources'], asked: string | null): Source {
  const named = [asked, 'smmdoge'].map((slug) => sources.find((one) => one.slug === slug))
  const slug = (named.find((one) => one !== undefined) ?? sources[0])?.slug ?? custom
  return { slug, url: '', useCache: true, socialMediaOnly: false }
}

type ImportSourceProps = {
  source: Source
  onChange: (source: Source) => void
  sources: ImportStart['sources']
  onFetched: (list: Fetched, origin: Origin) => void
}

/** The first step: a provider or an address, looked at before anything is chosen. */
export function ImportSource({ source, onChange, sources, onFetched }: ImportSourceProps) {
  const t = useText(adminImportsText)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isCustom = source.slug === custom
  const change = (own: Partial<Source>) => onChange({ ...source, ...own })

  async function fetchList(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const provider = isCustom ? source.url.trim() : source.slug
    if (provider === '') return setFailure(t('sourceRequired'))
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { useCache, socialMediaOnly } = source
      const list = await call(fetchServices, { body: { provider, useCache, socialMediaOnly } })
      if (list.data.length === 0) return setFailure(t('noneFound'))
      const name = sources.find(({ slug }) => slug === provider)?.name ?? provider
      onFetched(list, { provider, name, isUnknown: false })
    } catch (error) {
      const isOdd = error instanceof ApiError && error.code === 'invalid_answer'
      setFailure(isOdd ? t('invalidAnswer') : t('fetchFailed', { error: messageOf(error) }))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Card>
      <form noValidate onSubmit={(event) => void fetchList(event)} className="grid max-w-form gap-5">
        {failure !== undefined && <Alert>{failure}</Alert>}
        <SelectField
          name="provider"
          label={t('source')}
          value={source.slug}
          onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
          options={[
            ...byKey(sources).map(({ slug, name, has_key: hasKey }) => ({
              value: slug,
              label: hasKey ? name : t('noKey', { name }),
            })),
            { value: custom, label: t('customUrl') },
          ]}
        />
        {isCustom && (
          <TextField
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            label={t('url')}
            hint={t('urlHint')}
            placeholder="https://"
            value={source.url}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          />
        )}
        <div className="grid">
          <Checkbox
            name="useCache"
            label={t('useCache')}
            checked={source.useCache}
            onChange={({ currentTarget }) => change({ useCache: currentTarget.checked })}
          />
          <Checkbox
            name="socialMediaOnly"
            label={t('socialMediaOnly')}
            checked={source.socialMediaOnly}
            onChange={({ currentTarget }) => change({ socialMediaOnly: currentTarget.checked })}
          />
        </div>
        <div>
          <Button type="submit" isBusy={isBusy}>
            {t('fetch')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** First those that can be imported from at once. */
export function byKey(sources: ImportStart['sources']): ImportStart['sources'] {
  return sources.toSorted((one, other) => Number(other.has_key) - Number(one.has_key))
}
