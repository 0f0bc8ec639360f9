import { termsVersion } from '#contract/users/terms.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { legalSections, legalText } from './texts.en.ts'
import type { LegalSections } from './legal-sections.ts'
import { inLanguage } from '#web/platform/i18n/table.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Breadcrumbs } from '#web/parts/site/structured-data.tsx'

export function LegalPage({ page }: { page: keyof LegalSections }) {
  const t = useText(legalText)
  const format = useFormat()
  const sections = inLanguage(useLanguage(), legalSections)[page]
  return (
    <article className="mx-auto grid max-w-column gap-7 px-4 py-14">
      <Breadcrumbs trail={[{ name: t(page), path: `/${page}` }]} />
      <div className="grid gap-2">
        <PageHeading lead={t('note')}>{t(page)}</PageHeading>
        <p className="text-13 text-ink-3">
          {t('version', { version: termsVersion, date: format.date(new Date(`${termsVersion}T12:00:00`)) })}
        </p>
      </div>
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
