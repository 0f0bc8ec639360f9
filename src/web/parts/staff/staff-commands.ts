import { formatIn } from '#contract/base/format.ts'
import type { Found } from '#contract/site/search.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { say, type Say } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import type { SessionUser } from '#web/platform/session/stored-session.ts'
import {
  type Command,
  type CommandGroup,
  fitPages,
  type Navigate,
  type PageCommand,
} from '#web/parts/palette/command.ts'
import { adminFrameText, settingsPartsText } from './texts.en.ts'
import { settingsParts } from './settings-parts.ts'
import { adminMenus } from './staff-entries.ts'

type StaffSearch = { user: SessionUser; text: string; found: Found['staff']; go: Navigate }

const t: Say<typeof adminFrameText> = (key, ...rest) => say(adminFrameText, key, ...rest)

/**
 * The palette's commands for staff: the admin pages that they may open, an order by its id, and the server's results
 * over all customers. Only loaded for staff.
 */
export function staffGroups({ user, text, found, go }: StaffSearch): CommandGroup[] {
  const heading = (page: string) => t('adminPage', { page })
  const orders = [...orderById({ user, text, go }), ...orderCommands(found, { text, go })]
  const late = (id: string, page: string, commands: Command[]) => ({
    id: `staff-${id}`,
    heading: heading(page),
    commands,
    isLate: true,
  })
  return [
    {
      id: 'staff-orders',
      heading: heading(t('orders')),
      commands: orders,
      isLate: idIn(text) === undefined,
    },
    { id: 'staff-pages', heading: t('title'), commands: fitPages(pagesOf(user), text, go) },
    late('users', t('users'), userCommands(found, go)),
    late('deposits', t('deposits'), depositCommands(found, go)),
    late('tickets', t('tickets'), ticketCommands(found, go)),
  ]
}

function idIn(text: string): string | undefined {
  return /^#?(\d{1,15})$/.exec(text.trim())?.[1]
}

/** Immediately, without the server. */
function orderById({ user, text, go }: Omit<StaffSearch, 'found'>): Command[] {
  const id = mayDo(user, 'orders') ? idIn(text) : undefined
  if (id === undefined) return []
  return [{ key: 'staff-order', label: t('staffOrder', { id }), run: () => go(`/admin/orders/${id}`) }]
}

function orderCommands(found: Found['staff'], { text, go }: Pick<StaffSearch, 'text' | 'go'>): Command[] {
  return (found?.orders ?? [])
    .filter(({ id }) => String(id) !== idIn(text))
    .map(({ id, user_email: email }) => ({
      key: `staff-order-${id}`,
      label: t('staffOrder', { id: String(id) }),
      detail: email,
      run: () => go(`/admin/orders/${id}`),
    }))
}

function userCommands(found: Found['staff'], go: Navigate): Command[] {
  return (found?.users ?? []).map(({ id, name, email }) => ({
    key: `user-${id}`,
    label: t('openUser', { name }),
    detail: email,
    run: () => go(`/admin/users/${id}`),
  }))
}

function depositCommands(found: Found['staff'], go: Navigate): Command[] {
  const { money } = formatIn(readerLanguage())
  return (found?.deposits ?? []).map(({ id, amount, user_email: email }) => ({
    key: `deposit-${id}`,
    label: t('openDeposit', { id: String(id) }),
    detail: `${email} · ${money(amount, 2)}`,
    run: () => go(`/admin/deposits/${id}`),
  }))
}

function ticketCommands(found: Found['staff'], go: Navigate): Command[] {
  return (found?.tickets ?? []).map(({ id, subject, user_name: name }) => ({
    key: `staff-ticket-${id}`,
    label: t('openTicket', { id: String(id), subject }),
    detail: name,
    run: () => go(`/admin/tickets/${id}`),
  }))
}

/** The pages in the menu, and those linked from them. */
function pagesOf(user: SessionUser): PageCommand[] {
  const { groups } = adminMenus(t, user)
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ to }) => to.startsWith('/admin/'))
    .flatMap(({ to, label }) => [{ to, label, words: wordsOf(to) }, ...below(to)])
    .map((page) => ({ ...page, label: t('adminPage', { page: page.label }) }))
}

/** Synonyms of its name. */
function wordsOf(to: string): string | undefined {
  const key = pageWords[to]
  return key && t(key)
}

const pageWords: Readonly<Partial<Record<string, `${string}Words` & keyof typeof adminFrameText>>> = {
  '/admin/users': 'usersWords',
  '/admin/services': 'servicesWords',
  '/admin/transactions': 'transactionsWords',
  '/admin/orders': 'ordersWords',
  '/admin/deposits': 'depositsWords',
  '/admin/tickets': 'ticketsWords',
  '/admin/providers': 'providersWords',
  '/admin/audit': 'auditWords',
  '/admin/failures': 'failuresWords',
}

function below(to: string): PageCommand[] {
  if (to === '/admin/settings')
    return settingsParts.map((part) => ({
      to: `${to}/${part}`,
      label: t('settingsPart', { part: say(settingsPartsText, part) }),
    }))
  return (furtherPages[to] ?? []).map(([path, label]) => ({ to: path, label: t(label) }))
}

const furtherPages: Readonly<
  Record<
    string,
    readonly [string, 'importServices' | 'cleanNames' | 'incidents' | 'newAnnouncement' | 'webhooks'][]
  >
> = {
  '/admin/services': [
    ['/admin/services/import', 'importServices'],
    ['/admin/services/names', 'cleanNames'],
  ],
  '/admin/orders': [['/admin/orders/incidents', 'incidents']],
  '/admin/announcements': [['/admin/announcements/new', 'newAnnouncement']],
  '/admin/api': [['/admin/api/webhooks', 'webhooks']],
}
