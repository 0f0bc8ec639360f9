import type { Format } from '#contract/base/format.ts'
import { languageNames, languages } from '#contract/base/languages.ts'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import type { Found } from '#contract/site/search.ts'
import type { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { orderPath } from '#web/parts/catalogue/service/order-path.ts'
import { sidebarGroups, userMenuEntries } from '#web/parts/frame/sidebar-entries.ts'
import type { frameText } from '#web/parts/frame/texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { switchLanguage } from '#web/platform/language/switch-language.ts'
import { setTheme } from '#web/ui/page/theme.ts'
import { foldText } from '#web/ui/text/fold-text.ts'
import { type Command, type CommandGroup, fitPages, type Navigate } from './command.ts'
import type { paletteText } from './texts.en.ts'
import type { Finds } from './use-found.ts'

export type OwnSearch = {
  text: string
  finds: Finds
  t: Say<typeof frameText>
  own: Say<typeof paletteText>
  catalogue: Say<typeof catalogueText>
  format: Format
  go: Navigate
  isAdmin: boolean
  onHelp: () => void
}

/** The commands of every signed-in user: their own data, pages, services, questions, theme and language. */
export function ownGroups(search: OwnSearch): CommandGroup[] {
  const { own, finds, text, go } = search
  const link = platformOfLink(text) === undefined ? undefined : text
  const orders = orderCommands(search)
  const questions = finds.questions.map((question) => ({
    key: `question-${question}`,
    label: question,
    run: () => go(`/faq?q=${encodeURIComponent(question.slice(0, 100))}`),
  }))
  return [
    { id: 'orders', heading: own('orders'), commands: orders, isLate: idIn(text) === undefined },
    { id: 'pages', heading: own('pages'), commands: fitPages(pagesOf(search), text, go) },
    { id: 'preferences', heading: own('preferences'), commands: preferenceCommands(search) },
    { id: 'services', heading: own('services'), commands: serviceCommands(search, link), isLate: true },
    { id: 'tickets', heading: own('tickets'), commands: ticketCommands(search), isLate: true },
    { id: 'transactions', heading: own('transactions'), commands: transactionCommands(search), isLate: true },
    { id: 'questions', heading: own('questions'), commands: questions, isLate: true },
  ]
}

function idIn(text: string): string | undefined {
  return /^#?(\d{1,15})$/.exec(text.trim())?.[1]
}

/** The order with this id immediately, without the server. */
function orderCommands({ text, finds, t, go }: OwnSearch): Command[] {
  const id = idIn(text)
  const found = finds.own?.orders ?? []
  const toCommand = (one: string, order: Found['orders'][number] | undefined): Command => ({
    key: `order-${one}`,
    label: t('openOrder', { id: one }),
    detail: order?.service_name,
    run: () => go(`/orders/${one}`),
  })
  const named =
    id === undefined
      ? []
      : [
          toCommand(
            id,
            found.find((order) => String(order.id) === id),
          ),
        ]
  const others = found.filter((order) => String(order.id) !== id)
  return [...named, ...others.map((order) => toCommand(String(order.id), order))]
}

const words = {
  '/dashboard': 'dashboardWords',
  '/new-order': 'newOrderWords',
  '/mass-order': 'massOrderWords',
  '/orders': 'ordersWords',
  '/services': 'servicesWords',
  '/add-funds': 'addFundsWords',
  '/transactions': 'transactionsWords',
  '/support': 'supportWords',
  '/settings': 'settingsWords',
  '/profile': 'profileWords',
} as const

function pagesOf({ t, own, isAdmin }: OwnSearch) {
  const menus = [...sidebarGroups(t, { isAdmin }).flatMap(({ entries }) => entries), ...userMenuEntries(t)]
  const pages = menus.map(({ to, label }) => ({
    to,
    label,
    words: to in words ? own(words[to as keyof typeof words]) : undefined,
  }))
  return [...pages, { to: '/notifications', label: own('notifications'), words: own('notificationsWords') }]
}

/** Below the services: everything that can be ordered for a link. */
function serviceCommands(
  { finds, t, catalogue, format, go }: OwnSearch,
  link: string | undefined,
): Command[] {
  const services = finds.services.map(({ id, name, rate, isPackage }) => ({
    key: `service-${id}`,
    label: t('orderService', { name }),
    detail: `${id} · ${format.money(rate, 4)} ${catalogue(isPackage ? 'ratePerPackage' : 'ratePer1000')}`,
    run: () => go(orderPath(id, link)),
  }))
  const platform = link === undefined ? undefined : platformOfLink(link)
  if (platform === undefined) return services
  const run = () => go(orderPath(undefined, link))
  return [...services, { key: 'link', label: t('orderForLink', { platform }), run }]
}

function ticketCommands({ finds, own, go }: OwnSearch): Command[] {
  return (finds.own?.tickets ?? []).map(({ id, subject }) => ({
    key: `ticket-${id}`,
    label: own('ticket', { id: String(id), subject }),
    run: () => go(`/support/tickets/${id}`),
  }))
}

const typeLabels = {
  deposit: 'typeDeposit',
  order: 'typeOrder',
  refund: 'typeRefund',
  bonus: 'typeBonus',
} as const satisfies Record<Found['transactions'][number]['type'], string>

function transactionCommands({ finds, own, format, go }: OwnSearch): Command[] {
  return (finds.own?.transactions ?? []).map(({ id, type, amount, created_at: at }) => ({
    key: `transaction-${id}`,
    label: own(typeLabels[type], { id: String(id) }),
    detail: `${format.money(amount)} · ${format.date(at)}`,
    run: () => go(`/transactions?search=${id}`),
  }))
}

function preferenceCommands({ text, t, onHelp }: OwnSearch): Command[] {
  const commands: Command[] = [
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      key: theme,
      label: t('useTheme', { theme: t(theme) }),
      run: () => setTheme(theme),
    })),
    ...languages.map((language) => ({
      key: language,
      label: t('useLanguage', { language: languageNames[language] }),
      run: () => void switchLanguage(language),
    })),
    { key: 'shortcuts', label: t('shortcuts'), run: onHelp },
  ]
  const wanted = foldText(text)
  return commands.filter(({ label }) => foldText(label).includes(wanted))
}
