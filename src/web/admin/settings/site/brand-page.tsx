import { useEffect } from 'react'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { accentTokens } from '#web/platform/page/accent-tokens.ts'
import { changeSite } from '#web/platform/page/site-facts.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { FaviconForm, LogoForm } from './brand-pictures.tsx'
import { Fields, Preview, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminBrandPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'brand',
    sections: ['brand', 'look'],
    toForm: ({ brand, look }) => ({ name: brand.name, accent: look.accent ?? '' }),
    toWire: ({ name, accent }) => ({ brand: { name }, look: { accent: accent === '' ? null : accent } }),
  })
  const { name, accent } = form.values
  const { brand, look } = form.known.settings
  useEffect(
    () =>
      changeSite({
        brand: brand.name,
        tokens: look.accent === null ? undefined : accentTokens(look.accent),
      }),
    [brand.name, look.accent],
  )
  return (
    <div className="grid gap-5">
      <SectionFrame form={form}>
        <CardSection title={part('brand')}>
          <Fields>
            <TextField
              label={t('name')}
              hint={t('nameHint')}
              {...form.box('name', 'brand.name')}
              maxLength={60}
            />
            <ColourField value={accent} onChange={(next) => form.set({ accent: next })} />
          </Fields>
          <Preview>
            <BrandPreview name={name} accent={accent} />
          </Preview>
        </CardSection>
      </SectionFrame>
      <LogoForm />
      <FaviconForm />
    </div>
  )
}
