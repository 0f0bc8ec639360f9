import type { LinkTarget } from '#contract/orders/link-target.ts'
import type { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'

/** "Instagram services for a post, cheapest first". */
export function sayForLink(t: Say<typeof catalogueText>, { platform, kind }: LinkTarget): string {
  const key = kind === 'post' ? 'forPost' : kind === 'profile' ? 'forProfile' : 'forLink'
  return t(key, { platform })
}
