import Bell from 'lucide-react/icons/bell'
import type { ComponentProps } from 'react'
import { notificationsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'

/** The bell with its badge, the same before and after the list is loaded. */
export function BellButton({ unreadCount, ...rest }: { unreadCount: number } & ComponentProps<'button'>) {
  const t = useText(notificationsText)
  const count = unreadCount > 99 ? t('many') : String(unreadCount)
  return (
    <IconButton
      {...rest}
      aria-haspopup="dialog"
      label={unreadCount === 0 ? t('title') : t('openUnread', { count })}
    >
      <Bell aria-hidden className="size-5" />
      {unreadCount > 0 && (
        <span
          aria-hidden
          className="figures absolute end-1 top-1 grid h-4 min-w-4 place-items-center rounded-full border border-foil-ink bg-foil-soft px-0.5 text-12 leading-none font-bold text-foil-ink"
        >
          {count}
        </span>
      )}
    </IconButton>
  )
}
