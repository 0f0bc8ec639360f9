import textCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url'
import textLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url'
import textVietnamese from '@fontsource-variable/onest/files/onest-vietnamese-wght-normal.woff2?url'
import type { Language } from '#contract/base/languages.ts'
import headingEnglish from '#web/ui/styles/geologica/geologica-en.woff2?url'
import headingRussian from '#web/ui/styles/geologica/geologica-ru.woff2?url'
import headingVietnamese from '#web/ui/styles/geologica/geologica-vi.woff2?url'
import figures from '#web/ui/styles/jetbrains-mono-figures.woff2?url'

const headings: Readonly<Record<Language, string>> = {
  en: headingEnglish,
  vi: headingVietnamese,
  ru: headingRussian,
}
const texts: Readonly<Record<Language, readonly string[]>> = {
  en: [textLatin],
  vi: [textLatin, textVietnamese],
  ru: [textLatin, textCyrillic],
}

type FacesOf = { isInOneFont: boolean; hasFigures: boolean }

/** The fonts to preload for a page in this language: discovered through the styles, they would load late. */
export function facesOf(language: Language, { isInOneFont, hasFigures }: FacesOf): readonly string[] {
  if (isInOneFont) return [headings[language]]
  return [...texts[language], headings[language], ...(hasFigures ? [figures] : [])]
}
