import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import {
  type AdminCategory,
  type Move,
  placeCategory,
  listAdminCategories,
} from '#contract/catalogue/sort-order.ts'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** By platform, each category with buttons to move it up and down. */
export function CategoriesOrder({ categories }: { categories: readonly AdminCategory[] }) {
  const t = useText(adminServicesText)
  async function move(id: number, to: Move): Promise<void> {
    try {
      await call(placeCategory, { params: { id }, body: { move: to } })
      await reread(listAdminServices, listAdminCategories)
    } catch (error) {
      toast('error', messageOf(error, t('moveFailed')))
    }
  }
  return (
    <div className="grid gap-5">
      {[...Map.groupBy(categories, ({ platform }) => platform)].map(([platform, own]) => (
        <section key={platform} className="grid gap-1">
          <h3 className="text-14 font-bold">{platform}</h3>
          <ol className="grid">
            {own.map(({ id, name, services }) => (
              <li key={id} className="flex min-h-9 items-center gap-2 border-b border-line last:border-0">
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2 py-1">
                  <span className="min-w-0 text-14 wrap-anywhere">{name}</span>
                  <span className="text-13 whitespace-nowrap text-ink-3">
                    {t('inCategory', { count: services })}
                  </span>
                </span>
                <IconButton
                  label={t('moveUp', { name })}
                  className="size-9 max-wide:size-11"
                  onClick={() => void move(id, 'up')}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={t('moveDown', { name })}
                  className="size-9 max-wide:size-11"
                  onClick={() => void move(id, 'down')}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </IconButton>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
