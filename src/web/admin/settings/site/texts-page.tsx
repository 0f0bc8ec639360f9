import { useState } from 'react'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { textIn } from '#contract/settings/settings-texts.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { ClaimList, TestimonialList } from '#web/parts/site/claims.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { Fields, Preview, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { ClaimRows, QuestionRows, TestimonialRows } from './text-rows.tsx'
import { WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

/** The operator's own texts: hidden until they are written. */
export default function AdminTextsPage() {
  const t = useText(adminSettingsText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const form = useSectionForm({
    name: 'texts',
    sections: ['claims', 'testimonials', 'faq'],
    toForm: ({ claims, testimonials, faq }) => ({
      claims,
      testimonials: testimonials.map((one) => ({ ...one, role: one.role ?? '' })),
      faq,
    }),
    toWire: ({ claims, testimonials, faq }) => ({
      claims,
      testimonials: testimonials.map((one) => ({ ...one, role: isUnwritten(one.role) ? null : one.role })),
      faq,
    }),
  })
  const { claims, testimonials, faq } = form.values
  return (
    <SectionFrame form={form}>
      <Card>
        <WritingLanguage value={writing} onChange={setWriting} />
      </Card>
      <CardSection title={t('claims')}>
        <Fields>
          <p className="text-14 text-ink-2">{t('claimsHint')}</p>
          <ClaimRows writing={writing} rows={claims} onChange={(rows) => form.set({ claims: rows })} />
        </Fields>
        {claims.length > 0 && (
          <Preview>
            <ClaimList
              claims={claims.map(({ value, label }) => ({ value, label: textIn(label, writing) }))}
            />
          </Preview>
        )}
      </CardSection>
      <CardSection title={t('testimonials')}>
        <Fields>
          <p className="text-14 text-ink-2">{t('testimonialsHint')}</p>
          <TestimonialRows
            writing={writing}
            rows={testimonials}
            onChange={(rows) => form.set({ testimonials: rows })}
          />
        </Fields>
        {testimonials.length > 0 && (
          <Preview>
            <TestimonialList
              testimonials={testimonials.map(({ name, role, text }) => ({
                name,
                role: isUnwritten(role) ? null : textIn(role, writing),
                text: textIn(text, writing),
              }))}
            />
          </Preview>
        )}
      </CardSection>
      <CardSection title={t('faq')}>
        <Fields>
          <p className="text-14 text-ink-2">{t('faqHint')}</p>
          <QuestionRows writing={writing} rows={faq} onChange={(rows) => form.set({ faq: rows })} />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}
