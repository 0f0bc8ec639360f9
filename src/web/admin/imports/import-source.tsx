import * as z from 'zod/mini'
import { fetchServices } from '#contract/catalogue/imports.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { call } from '#web/platform/api/call.ts'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { ImportStart } from './import-page.tsx'
import type { Fetched, Origin } from './import-wizard.tsx'

export type Source = { slug: string; url: string; useCache: boolean; socialMediaOnly: boolean }

/** A missing provider is reported above the form, with the list's message (spec §9). */
const schema = z.extend(fetchServices.body, { provider: z.string() })

/** Used instead of a provider's slug, which begins with a letter. */
const custom = '-'

/** `asked` is the provider whose page the user came from; without it 'smmdoge' is preselected (spec §9). */
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

/** The first step: a provider or a URL, fetched before anything is selected. */
export function ImportSource({ source, onChange, sources, onFetched }: ImportSourceProps) {
  const t = useText(adminImportsText)
  const isCustom = source.slug === custom
  const isLocked = sources.some(({ slug, has_key: hasKey }) => slug === source.slug && !hasKey)
  const change = (own: Partial<Source>) => onChange({ ...source, ...own })
  const form = useForm({
    schema,
    toValues: () => ({
      provider: isCustom ? source.url.trim() : source.slug,
      useCache: source.useCache,
      socialMediaOnly: source.socialMediaOnly,
    }),
    onSubmit: async (body) => {
      const { provider } = body
      if (provider === '') throw new Error(t('sourceRequired'))
      const list = await call(fetchServices, { body }).catch((error: unknown) => {
        const isOdd = error instanceof ApiError && error.code === 'invalid_answer'
        const message = isOdd ? t('invalidAnswer') : t('fetchFailed', { error: messageOf(error) })
        throw new Error(message, { cause: error })
      })
      if (list.data.length === 0) throw new Error(t('noneFound'))
      const name = sources.find(({ slug }) => slug === provider)?.name ?? provider
      onFetched(list, { provider, name, isUnknown: false })
    },
  })

  return (
    <Card>
      <Form form={form} className="grid max-w-form gap-5">
        <SelectField
          name="provider"
          label={t('source')}
          value={source.slug}
          onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
          {...(isLocked && {
            hint: (
              <AdminLink to="/admin/providers" className="text-petrol hover:underline">
                {t('enterKey')}
              </AdminLink>
            ),
          })}
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
          <Button type="submit" isBusy={form.isBusy}>
            {t('fetch')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Providers with a key first. */
export function byKey(sources: ImportStart['sources']): ImportStart['sources'] {
  return sources.toSorted((one, other) => Number(other.has_key) - Number(one.has_key))
}
