import type { AdminUser } from '#contract/users/admin-users.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge, Chip } from '#web/ui/text/badge.tsx'

export function StatusOfUser({ user: { status, is_invited: isInvited } }: { user: AdminUser }) {
  const t = useText(adminUsersText)
  if (status === 'blocked') return <Badge tone="bad">{t('blocked')}</Badge>
  return isInvited ? <Badge tone="foil">{t('invited')}</Badge> : <Badge tone="ok">{t('active')}</Badge>
}

export function RoleOfUser({ user: { role } }: { user: AdminUser }) {
  const t = useText(adminUsersText)
  return role === 'admin' ? <Chip tone="petrol">{t('admin')}</Chip> : <span>{t('user')}</span>
}
