import { legalText, type LegalSection } from '#web/messages/en/legal.ts'
import { useText } from '#web/messages/text.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'

export function LegalPage({ title, sections }: { title: string; sections: readonly LegalSection[] }) {
  const t = useText(legalText)
  return (
    <article className="mx-auto grid max-w-column gap-7 px-4 py-14">
      <PageHeading lead={t('note')}>{title}</PageHeading>
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
