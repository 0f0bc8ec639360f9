import { useState } from 'react'
import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { changeLegalText, getLegalTexts, type LegalPage, legalPages } from '#contract/settings/legal-texts.ts'
import { useSettings } from '#web/admin/settings/settings-context.ts'
import { Fields, Preview, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { adminLegalText, adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { RichText } from '#web/parts/site/rich-text.tsx'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { Route } from './+types/legal-page.ts'
import { usePreview } from './use-preview.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

type Texts = { [Name in Language]?: string | undefined }
type Pages = AnswerOf<typeof getLegalTexts>['pages']
type Known = Pages[number]

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return (await call(getLegalTexts, undefined, { signal })).pages
}

/** The operator's terms, privacy and refund policy, starting from the product's own. */
export default function AdminLegalPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminSettingsText)
  const legal = useText(adminLegalText)
  const frame = useText(frameText)
  const part = useText(settingsPartsText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const [page, setPage] = useState<LegalPage>('terms')
  const { form, known, texts, write } = useLegalForm(page, loaderData)
  const shipped = known.shipped[writing]
  const isOwn = Object.values(texts).some((text) => text !== undefined)
  const text = texts[writing] ?? (isOwn ? '' : shipped)
  const content = usePreview(text)
  return (
    <SectionFrame form={form}>
      <CardSection title={part('legal')}>
        <Fields>
          <p className="text-14 text-ink-2">{legal('lead')}</p>
          <FilterButtons
            label={legal('page')}
            isWrapped
            value={page}
            onChange={setPage}
            options={legalPages.map((one) => ({ value: one, label: frame(one) }))}
          />
          <WritingLanguage value={writing} onChange={setWriting} />
          <TextAreaField
            label={frame(page)}
            hint={legal('markdownHint')}
            name={`texts.${writing}`}
            lang={writing}
            rows={18}
            value={text}
            onChange={({ currentTarget }) => write({ ...texts, [writing]: currentTarget.value })}
          />
          <div className="flex flex-wrap gap-2">
            <Button tone="secondary" size="small" isDisabled={!isOwn} onClick={() => write({})}>
              {legal('reset')}
            </Button>
            {isOwn && text === '' && (
              <Button tone="secondary" size="small" onClick={() => write({ ...texts, [writing]: shipped })}>
                {legal('startFromShipped')}
              </Button>
            )}
          </div>
          {isOwn && text.trim() === '' && <p className="text-14 text-ink-2">{t('writingHint')}</p>}
        </Fields>
        {content !== undefined && content.length > 0 && (
          <Preview>
            <div lang={writing}>
              <RichText content={content} />
            </div>
          </Preview>
        )}
      </CardSection>
    </SectionFrame>
  )
}

/** The form of one page; typed text in the others is kept, like everywhere in the settings. */
function useLegalForm(page: LegalPage, loaded: Pages) {
  const t = useText(adminSettingsText)
  const legal = useText(adminLegalText)
  const { drafts, keep } = useSettings()
  const [pages, setPages] = useState(loaded)
  const known = pages.find((one) => one.page === page)
  if (known === undefined) throw new Error(`no legal text: ${page}`)
  const typed = (drafts['legal']?.values ?? {}) as Partial<Record<LegalPage, Texts>> // only written below
  const saved = known.texts ?? {}
  const texts = typed[page] ?? saved

  function write(next: Texts | undefined): void {
    const { [page]: _old, ...others } = typed
    const isAsSaved = next === undefined || isSame(next, saved)
    const values = isAsSaved ? others : { ...others, [page]: next }
    keep('legal', Object.keys(values).length === 0 ? undefined : { values, versions: {} })
  }

  const form = useForm({
    schema: changeLegalText.body,
    held: { isDirty: typed[page] !== undefined, discard: () => write(undefined) },
    toValues: () => ({ texts: toOwn(texts, known.shipped), number: known.number }),
    shows: languages.map((language) => `texts.${language}`),
    failure: t('saveFailed'),
    onSubmit: async (body) => {
      const { text } = await call(changeLegalText, { params: { page }, body })
      setPages((old) => old.map((one) => (one.page === page ? text : one)))
      write(undefined)
      toast('success', legal('published'))
    },
  })
  return { form: { ...form, conflict: undefined }, known, texts, write }
}

/** The written texts; null if nothing differs from the product's own. */
function toOwn(texts: Texts, shipped: Known['shipped']): Texts | null {
  const written = languages.filter((language) => (texts[language] ?? '').trim() !== '')
  if (written.every((language) => texts[language] === shipped[language])) return null
  return Object.fromEntries(written.map((language) => [language, texts[language]]))
}

function isSame(one: Texts, other: Texts): boolean {
  return languages.every((language) => one[language] === other[language])
}
