import { useLanguage } from '#web/language/reader-language.ts'
import { legalSections, legalText } from '#web/messages/legal.ts'
import type { LegalSections } from '#web/messages/legal-sections.ts'
import { useText } from '#web/messages/text.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'

export function LegalPage({ page }: { page: keyof LegalSections }) {
  const t = useText(legalText)
  const sections = legalSections[useLanguage()][page]
  return (
    <article className="mx-auto grid max-w-column gap-7 px-4 py-14">
      <PageHeading lead={t('note')}>{t(page)}</PageHeading>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="grid gap-3 border-t border-line pt-5">
          <h2 className="text-20 font-bold">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-ink-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  )
}
