import type { Category } from '#contract/catalogue/catalogue.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import type { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'

export function countIn(categories: readonly Category[], categoryId: string): number {
  const meant = categories.filter(({ id }) => categoryId === '' || String(id) === categoryId)
  return meant.reduce((sum, { services }) => sum + services, 0)
}

export function headingOf(t: Say<typeof catalogueText>, platform: string | undefined): string {
  return platform === undefined ? t('title') : t('titleOf', { platform })
}

/** The description in link previews: different on every page. */
export function descriptionOf(t: Say<typeof catalogueText>, platform: string | undefined): string {
  return platform === undefined ? t('description') : t('descriptionOf', { platform })
}

/** /services/tiktok in any case; a URL without a platform shows all. */
export function platformOf(params: { platform?: string | undefined }): string | undefined {
  const asked = params.platform?.toLowerCase()
  return platforms.find((platform) => platform.toLowerCase() === asked)
}
