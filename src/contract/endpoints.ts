import * as announcements from './announcements.ts'
import * as apiGuide from './api-guide.ts'
import * as apiKeysDesk from './api-keys-desk.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as cannedReplies from './canned-replies.ts'
import * as catalogueBulk from './catalogue-bulk.ts'
import * as catalogueDesk from './catalogue-desk.ts'
import * as catalogueOrder from './catalogue-order.ts'
import * as cataloguePages from './catalogue-pages.ts'
import * as catalogue from './catalogue.ts'
import * as contact from './contact.ts'
import * as delivery from './delivery.ts'
import * as dashboard from './dashboard.ts'
import * as depositDesk from './deposit-desk.ts'
import * as customerRates from './customer-rates.ts'
import type { Endpoint } from './endpoint.ts'
import * as favourites from './favourites.ts'
import * as figures from './figures.ts'
import * as gateways from './gateways.ts'
import * as events from './events.ts'
import * as health from './health.ts'
import * as importRuns from './import-runs.ts'
import * as imports from './imports.ts'
import * as invitations from './invitations.ts'
import * as letters from './letters.ts'
import * as logo from './logo.ts'
import * as massOrders from './mass-orders.ts'
import * as nameRules from './name-rules.ts'
import * as notifications from './notifications.ts'
import * as orderActs from './order-acts.ts'
import * as orderDesk from './order-desk.ts'
import * as orderIncidents from './order-incidents.ts'
import * as orderPlacing from './order-placing.ts'
import * as orders from './orders.ts'
import * as overview from './overview.ts'
import * as payments from './payments.ts'
import * as providerDesk from './provider-desk.ts'
import * as providerSettling from './provider-settling.ts'
import * as providers from './providers.ts'
import * as moneyReport from './money-report.ts'
import * as reconciliation from './reconciliation.ts'
import * as reports from './reports.ts'
import * as resets from './resets.ts'
import * as sandboxDesk from './sandbox-desk.ts'
import * as sessions from './sessions.ts'
import * as settingsDesk from './settings-desk.ts'
import * as settings from './settings.ts'
import * as spending from './spending.ts'
import * as staffRecord from './staff-record.ts'
import * as siteFiles from './site-files.ts'
import * as supplies from './supplies.ts'
import * as ticketDesk from './ticket-desk.ts'
import * as tickets from './tickets.ts'
import * as trials from './trials.ts'
import * as twoFactor from './two-factor.ts'
import * as userDesk from './user-desk.ts'
import * as users from './users.ts'
import * as views from './views.ts'
import * as walletDesk from './wallet-desk.ts'
import * as wallet from './wallet.ts'

const nouns = {
  auth: { ...auth, ...sessions, ...invitations, ...resets, ...twoFactor, ...views },
  users: { ...users, ...userDesk, ...apiKeys, ...apiKeysDesk },
  settings: { ...settings, ...settingsDesk, ...logo, ...trials, ...letters },
  catalogue: {
    ...catalogue,
    ...delivery,
    ...catalogueDesk,
    ...catalogueBulk,
    ...catalogueOrder,
    ...cataloguePages,
    ...nameRules,
    ...supplies,
    ...favourites,
  },
  orders: { ...orderPlacing, ...massOrders, ...orders, ...orderDesk, ...orderActs, ...orderIncidents },
  wallet: { ...wallet, ...walletDesk, ...customerRates },
  payments: { ...payments, ...depositDesk, ...gateways },
  notifications: { ...notifications, ...events },
  providers: { ...providers, ...providerDesk, ...providerSettling, ...sandboxDesk },
  imports: { ...imports, ...importRuns },
  contact,
  tickets: { ...tickets, ...ticketDesk, ...cannedReplies },
  announcements,
  staff: staffRecord,
  reports: { ...reports, ...dashboard, ...spending, ...moneyReport, ...reconciliation, ...figures },
  site: { ...siteFiles, ...apiGuide },
  health: { ...health, ...overview },
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'answer' in value
  )
}

/** Every endpoint by its exported name, with the noun it belongs to: OpenAPI and the tests walk this list. */
export const endpoints: readonly { name: string; noun: string; endpoint: Endpoint }[] = Object.entries(
  nouns,
).flatMap(([noun, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ name, noun, endpoint: value }] : [],
  ),
)
