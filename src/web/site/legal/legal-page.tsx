import type { LegalPage as Page } from '#contract/settings/legal-texts.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { RichText } from '#web/parts/site/rich-text.tsx'
import { Breadcrumbs } from '#web/parts/site/structured-data.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Legal } from './load-legal.ts'
import { legalText } from './texts.en.ts'

/** The beginning of a legal page is its description. */
export function legalTitle(
  matches: Parameters<typeof pageTitle>[0],
  page: Page,
  legal: Legal | undefined,
): ReturnType<typeof pageTitle> {
  return pageTitle(matches, textOf(matches, legalText)(page), legal?.description)
}

export function LegalPage({ page, legal }: { page: Page; legal: Legal }) {
  const t = useText(legalText)
  const format = useFormat()
  const { content, language, version, is_own: isOwn } = legal
  const since = new Date(`${version.slice(0, 'yyyy-mm-dd'.length)}T12:00:00`)
  return (
    <article className="mx-auto grid max-w-column gap-7 px-4 py-14">
      <Breadcrumbs trail={[{ name: t(page), path: `/${page}` }]} />
      <div className="grid gap-2">
        <PageHeading lead={isOwn ? undefined : t('note')}>{t(page)}</PageHeading>
        <p className="text-13 text-ink-3">{t('version', { version, date: format.date(since) })}</p>
      </div>
      <div lang={language}>
        <RichText content={content} />
      </div>
    </article>
  )
}
