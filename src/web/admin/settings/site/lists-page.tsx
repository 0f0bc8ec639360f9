import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

/** One a line: empty ones are none, and one twice is one. */
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
  const errorOf = (list: string) =>
    Object.entries(form.errors).find(([field]) => field.startsWith(`blocked.${list}`))?.[1]
  const { links, categories } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={part('lists')}>
        <Fields>
          <TextAreaField
            label={t('blockedLinks')}
            hint={t('blockedLinksHint')}
            name="blocked.links"
            rows={8}
            spellCheck={false}
            autoCapitalize="none"
            value={links}
            onChange={({ currentTarget }) => form.set({ links: currentTarget.value })}
            error={errorOf('links')}
          />
          <TextAreaField
            label={t('blockedCategories')}
            hint={t('blockedCategoriesHint')}
            name="blocked.categories"
            rows={5}
            spellCheck={false}
            value={categories}
            onChange={({ currentTarget }) => form.set({ categories: currentTarget.value })}
            error={errorOf('categories')}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
