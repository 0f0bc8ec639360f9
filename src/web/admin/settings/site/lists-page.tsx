import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

/** One per line, without empty lines and duplicates. */
export function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines)].filter((line) => line !== '')
}

export default function AdminListsPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'lists',
    sections: ['blocked'],
    toForm: ({ blocked }) => ({ links: blocked.links.join('\n'), categories: blocked.categories.join('\n') }),
    toWire: ({ links, categories }) => ({
      blocked: { links: toLines(links), categories: toLines(categories) },
    }),
  })
  return (
    <SectionFrame form={form}>
      <CardSection title={part('lists')}>
        <Fields>
          <TextAreaField
            label={t('blockedLinks')}
            hint={t('blockedLinksHint')}
            {...form.box('links', 'blocked.links')}
            rows={8}
            spellCheck={false}
            autoCapitalize="none"
          />
          <TextAreaField
            label={t('blockedCategories')}
            hint={t('blockedCategoriesHint')}
            {...form.box('categories', 'blocked.categories')}
            rows={5}
            spellCheck={false}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
