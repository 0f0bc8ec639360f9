import * as adminApi from '#contract/admin-api/admin-api.ts'
import * as announcements from '#contract/messaging/announcements.ts'
import * as apiGuide from '#contract/site/api-guide.ts'
import * as adminApiKeys from '#contract/users/admin-api-keys.ts'
import * as apiKeys from '#contract/users/api-keys.ts'
import * as attention from '#contract/operations/attention.ts'
import * as diagnostics from '#contract/operations/diagnostics.ts'
import * as account from '#contract/users/account.ts'
import * as auth from '#contract/users/auth.ts'
import * as backups from '#contract/operations/backups.ts'
import * as cannedReplies from '#contract/support/canned-replies.ts'
import * as catalogueBulk from '#contract/catalogue/bulk-changes.ts'
import * as adminServices from '#contract/catalogue/admin-services.ts'
import * as catalogueOrder from '#contract/catalogue/sort-order.ts'
import * as cataloguePages from '#contract/catalogue/service-pages.ts'
import * as catalogue from '#contract/catalogue/catalogue.ts'
import * as contact from '#contract/support/contact.ts'
import * as delivery from '#contract/catalogue/delivery.ts'
import * as dashboard from '#contract/reports/dashboard.ts'
import * as adminDeposits from '#contract/payments/admin-deposits.ts'
import * as adminTransfers from '#contract/payments/admin-transfers.ts'
import * as customerRates from '#contract/users/customer-rates.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import * as favicon from '#contract/settings/favicon.ts'
import * as favourites from '#contract/catalogue/favourites.ts'
import * as gateways from '#contract/payments/gateways.ts'
import * as events from '#contract/site/events.ts'
import * as health from '#contract/operations/health.ts'
import * as importRuns from '#contract/catalogue/import-runs.ts'
import * as imports from '#contract/catalogue/imports.ts'
import * as invitations from '#contract/users/invitations.ts'
import * as legalTexts from '#contract/settings/legal-texts.ts'
import * as failedEmails from '#contract/messaging/failed-emails.ts'
import * as logo from '#contract/settings/logo.ts'
import * as massOrders from '#contract/orders/mass-orders.ts'
import * as nameRules from '#contract/catalogue/name-rules.ts'
import * as notifications from '#contract/messaging/notifications.ts'
import * as orderActs from '#contract/orders/order-actions.ts'
import * as adminOrders from '#contract/orders/admin-orders.ts'
import * as orderIncidents from '#contract/orders/order-incidents.ts'
import * as orderViews from '#contract/orders/order-views.ts'
import * as orderPlacing from '#contract/orders/order-placing.ts'
import * as orders from '#contract/orders/orders.ts'
import * as jobFailures from '#contract/operations/job-failures.ts'
import * as overview from '#contract/operations/overview.ts'
import * as restoration from '#contract/operations/restoration.ts'
import * as paymentMethods from '#contract/payments/payment-methods.ts'
import * as manualPayments from '#contract/payments/manual-payments.ts'
import * as payments from '#contract/payments/payments.ts'
import * as providerActions from '#contract/providers/provider-actions.ts'
import * as providerSettling from '#contract/orders/settle-provider.ts'
import * as providers from '#contract/providers/providers.ts'
import * as moneyReport from '#contract/reports/money-report.ts'
import * as reconciliation from '#contract/reports/reconciliation.ts'
import * as reports from '#contract/reports/reports.ts'
import * as reseller from '#contract/reseller/reseller-call.ts'
import * as resets from '#contract/users/resets.ts'
import * as sandbox from '#contract/providers/sandbox.ts'
import * as sessions from '#contract/users/sessions.ts'
import * as signedIn from '#contract/users/signed-in.ts'
import * as adminSettings from '#contract/settings/admin-settings.ts'
import * as settings from '#contract/settings/public-config.ts'
import * as spending from '#contract/reports/spending.ts'
import * as staffRecord from '#contract/audit-log/audit-log.ts'
import * as search from '#contract/site/search.ts'
import * as siteFiles from '#contract/site/site-files.ts'
import * as supplies from '#contract/catalogue/supplies.ts'
import * as adminTickets from '#contract/support/admin-tickets.ts'
import * as tickets from '#contract/support/tickets.ts'
import * as today from '#contract/reports/today.ts'
import * as trials from '#contract/settings/setup-tests.ts'
import * as twoFactor from '#contract/users/two-factor.ts'
import * as adminUsers from '#contract/users/admin-users.ts'
import * as users from '#contract/users/users.ts'
import * as views from '#contract/users/view-as.ts'
import * as adminTransactions from '#contract/ledger/admin-transactions.ts'
import * as wallet from '#contract/ledger/transactions.ts'
import * as unsubscribing from '#contract/messaging/unsubscribe.ts'

const nouns = {
  auth: { ...auth, ...account, ...signedIn, ...sessions, ...invitations, ...resets, ...twoFactor, ...views },
  users: { ...users, ...adminUsers, ...apiKeys, ...adminApiKeys },
  settings: { ...settings, ...adminSettings, ...logo, ...favicon, ...legalTexts, ...trials, ...failedEmails },
  catalogue: {
    ...catalogue,
    ...delivery,
    ...adminServices,
    ...catalogueBulk,
    ...catalogueOrder,
    ...cataloguePages,
    ...nameRules,
    ...supplies,
    ...favourites,
  },
  orders: {
    ...orderPlacing,
    ...massOrders,
    ...orders,
    ...adminOrders,
    ...orderActs,
    ...orderIncidents,
    ...orderViews,
  },
  wallet: { ...wallet, ...adminTransactions, ...customerRates },
  reseller: { ...reseller, ...adminApi },
  payments: {
    ...payments,
    ...manualPayments,
    ...adminDeposits,
    ...adminTransfers,
    ...gateways,
    ...paymentMethods,
  },
  notifications: { ...notifications, ...events },
  providers: { ...providers, ...providerActions, ...providerSettling, ...sandbox },
  imports: { ...imports, ...importRuns },
  contact,
  tickets: { ...tickets, ...adminTickets, ...cannedReplies },
  announcements: { ...announcements, ...unsubscribing },
  staff: staffRecord,
  reports: { ...reports, ...dashboard, ...spending, ...today, ...moneyReport, ...reconciliation },
  site: { ...siteFiles, ...search, ...apiGuide },
  health: {
    ...health,
    ...overview,
    ...attention,
    ...diagnostics,
    ...jobFailures,
    ...restoration,
    ...backups,
  },
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'answer' in value
  )
}

/** Every endpoint by its exported name, with its module: OpenAPI and the tests iterate over this list. */
export const endpoints: readonly { name: string; noun: string; endpoint: Endpoint }[] = Object.entries(
  nouns,
).flatMap(([noun, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ name, noun, endpoint: value }] : [],
  ),
)
