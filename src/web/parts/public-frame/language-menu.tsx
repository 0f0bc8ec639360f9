import Globe from 'lucide-react/icons/globe'
import { useLocation } from 'react-router'
import { addressIn, languageNames, languages } from '#contract/base/languages.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'

/** The current page in each language. Plain links: the boot script stores the choice, and pages without scripts have them too. */
export function LanguageLinks() {
  const shown = useLanguage()
  const { pathname, search } = useLocation()
  return languages.map((language) => (
    <a
      key={language}
      href={addressIn(language, pathname + search)}
      hrefLang={language}
      lang={language}
      aria-current={language === shown ? 'true' : undefined}
      className={cx(
        'flex min-h-11 items-center rounded-control px-3 hover:bg-sunken',
        language === shown && 'font-semibold',
      )}
    >
      {languageNames[language]}
    </a>
  ))
}

/** Opens without a script. */
export function LanguageMenu({ className }: { className?: string }) {
  const t = useText(frameText)
  const shown = useLanguage()
  return (
    <details className={cx('relative', className)}>
      <summary
        aria-label={t('useLanguage', { language: languageNames[shown] })}
        className="flex min-h-11 list-none items-center gap-2 rounded-control px-3 text-14 text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Globe aria-hidden className="size-4.5" />
        {languageNames[shown]}
      </summary>
      <nav
        aria-label={t('language')}
        className="absolute end-0 top-full mt-2 grid w-44 rounded-card border border-line bg-surface p-1 shadow-receipt"
      >
        <LanguageLinks />
      </nav>
    </details>
  )
}
