import { type VisitorTag, visitorTagNames, visitorTags } from '#contract/settings/visitor-tags.ts'
import { adminTagsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useIsOwner } from '#web/platform/session/may.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

/** An example of each id. */
const examples: Readonly<Record<VisitorTag, string>> = {
  ga4: 'G-AB12CD34EF',
  plausible: 'shop.example.com',
  meta: '123456789012345',
  tawk: '5f0c1a2b3d4e5f6a7b8c9d0e/default',
  crisp: '01234567-89ab-cdef-0123-456789abcdef',
}

/** Analytics and chat for visitors, each by its id. */
export default function AdminVisitorTagsPage() {
  const t = useText(adminTagsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'visitors',
    sections: ['visitor_tags'],
    toForm: ({ visitor_tags: ids }) => ({
      ga4: ids.ga4 ?? '',
      plausible: ids.plausible ?? '',
      meta: ids.meta ?? '',
      tawk: ids.tawk ?? '',
      crisp: ids.crisp ?? '',
    }),
    toWire: (typed) => ({
      visitor_tags: Object.fromEntries(
        visitorTags.map((tag) => [tag, typed[tag].trim() === '' ? null : typed[tag].trim()]),
      ),
    }),
  })
  const mayChange = useIsOwner()
  return (
    <SectionFrame form={form}>
      <CardSection title={part('visitors')}>
        <Fields>
          <p className="text-14 text-ink-2">{t('lead')}</p>
          <p className="text-14 text-ink-2">{t('consent')}</p>
          {!mayChange && <Alert tone="info">{t('ownersOnly')}</Alert>}
          <fieldset disabled={!mayChange} className="contents">
            {visitorTags.map((tag) => (
              <TextField
                key={tag}
                label={visitorTagNames[tag]}
                hint={t('example', { id: examples[tag] })}
                {...form.box(tag, `visitor_tags.${tag}`)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            ))}
          </fieldset>
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
