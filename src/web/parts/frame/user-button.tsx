import UserRound from 'lucide-react/icons/user-round'
import type { ComponentProps } from 'react'
import { frameText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'

/** The button of the user menu, the same before and after the menu is loaded. */
export function UserButton({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  const t = useText(frameText)
  return (
    <IconButton {...rest} aria-haspopup="menu" label={t('userMenu', { name })}>
      <UserRound aria-hidden className="size-5" />
    </IconButton>
  )
}
