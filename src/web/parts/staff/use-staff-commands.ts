import { useEffect, useState } from 'react'
import { type AdminUser, listUsers } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { adminFrameText, settingsPartsText } from './texts.en.ts'
import { type PlainKey, type Say, useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { settingsParts } from './settings-parts.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { foldText } from '#web/ui/text/fold-text.ts'
import { adminMenus } from './staff-entries.ts'

type Command = { key: string; label: string; detail?: string; run: () => void }

const searchDelayMilliseconds = 200
const usersShown = 5

/** What the palette has for staff: the pages of the administration that they may open, an order there, a user by name or email. */
export function useStaffCommands(text: string, go: (to: string) => void): Command[] {
  const t = useText(adminFrameText)
  const settings = useText(settingsPartsText)
  const user = useSession()?.user
  const isStaff = user?.role === 'admin'
  const users = useFoundUsers(isStaff && mayDo(user, 'users') ? text.trim() : '')
  if (!isStaff) return []
  const wanted = foldText(text)
  const { groups } = adminMenus(t, user)
  const pages = groups
    .flatMap(({ entries }) => entries)
    .filter(({ to }) => to.startsWith('/admin/'))
    .flatMap(({ to, label }) => [{ to, label }, ...below(to, { settings, frame: t })])
    .map(({ to, label }) => ({ key: to, label: t('adminPage', { page: label }), run: () => go(to) }))
    .filter(({ label }) => foldText(label).includes(wanted))
  const id = mayDo(user, 'orders') ? /^#?(\d{1,15})$/.exec(text.trim())?.[1] : undefined
  const order =
    id === undefined
      ? []
      : [{ key: 'desk-order', label: t('deskOrder', { id }), run: () => go(`/admin/orders/${id}`) }]
  const found = users.map((one) => ({
    key: `user-${one.id}`,
    label: t('openUser', { name: one.name }),
    detail: one.email,
    run: () => go(`/admin/users/${one.id}`),
  }))
  return [...order, ...found, ...pages]
}

type Texts = { frame: Say<typeof adminFrameText>; settings: Say<typeof settingsPartsText> }

/** The pages that one reaches from a page of the menu. */
function below(to: string, { frame, settings }: Texts): { to: string; label: string }[] {
  if (to === '/admin/settings')
    return settingsParts.map((part) => ({
      to: `${to}/${part}`,
      label: frame('settingsPart', { part: settings(part) }),
    }))
  return (furtherPages[to] ?? []).map(([path, label]) => ({ to: path, label: frame(label) }))
}

const furtherPages: Readonly<Record<string, readonly [string, PlainKey<typeof adminFrameText>][]>> = {
  '/admin/services': [
    ['/admin/services/import', 'importServices'],
    ['/admin/services/names', 'cleanNames'],
  ],
  '/admin/orders': [['/admin/orders/incidents', 'incidents']],
  '/admin/announcements': [['/admin/announcements/new', 'newAnnouncement']],
  '/admin/api': [['/admin/api/webhooks', 'webhooks']],
}

/** Asked for once typing rests. */
function useFoundUsers(search: string): readonly AdminUser[] {
  const [found, setFound] = useState<readonly AdminUser[]>([])
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      if (search.length < 3) return setFound([])
      try {
        const query = { search, limit: usersShown }
        setFound((await call(listUsers, { query }, { signal: asking.signal })).users)
      } catch (error) {
        if (!asking.signal.aborted) report(error)
      }
    }, searchDelayMilliseconds)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [search])
  return found
}
