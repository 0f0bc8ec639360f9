import { messageOf } from '#web/platform/api/api-error.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { setStar } from './favourites.ts'

/** `star(id, true)`; if it is refused, the star is reverted and the reason shown. */
export function useStar(): (id: number, isStarred: boolean) => void {
  const t = useText(catalogueText)
  async function star(id: number, isStarred: boolean): Promise<void> {
    const failure = await setStar(id, isStarred)
    if (failure !== undefined) toast('error', messageOf(failure, t('starFailed')))
  }
  return (id, isStarred) => void star(id, isStarred)
}
