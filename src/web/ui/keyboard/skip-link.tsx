import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** The first tab stop: skips the menus to `<main id="content">`. */
export function SkipLink() {
  const t = useText(commonText)
  return (
    <a
      href="#content"
      className="fixed start-4 top-3 z-50 -translate-y-32 rounded-control bg-petrol px-4 py-3 font-semibold text-petrol-on focus:translate-y-0"
    >
      {t('skipToContent')}
    </a>
  )
}
