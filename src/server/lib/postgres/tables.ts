// Made by scripts/make-tables.ts from the migrated database. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export type AccountSums = {
  user_id: number
  name: string
  amount: bigint
}

export type Accounts = {
  user_id: number
  balance: Generated<bigint>
  transactions_seq: Generated<number>
  orders_seq: Generated<number>
  orders_total: Generated<bigint>
  refunds_total: Generated<bigint>
  pending: Generated<number>
  processing: Generated<number>
  completed: Generated<number>
  partial: Generated<number>
  refill: Generated<number>
  canceled: Generated<number>
  refunded: Generated<number>
  failed: Generated<number>
  discount_basis_points: Generated<number>
  discount_until: Date | null
  can_spend: Generated<boolean>
  owed: Generated<bigint>
}

export type AddedPayments = {
  user_id: number
  deposit_id: bigint
  key_id: string
  amount: bigint
  method: string
  memo: string
  created_at: Date
}

export type AnnouncementEmails = {
  announcement_id: number
  queued: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  unwanted: Generated<number>
}

export type Announcements = {
  id: GeneratedAlways<number>
  kind: 'promotion' | 'newsletter' | 'service_notice'
  texts: unknown
  by_notification: boolean
  by_email: boolean
  status: Generated<'sending' | 'sent' | 'stopped'>
  created_by: number
  created_at: Generated<Date>
  ended_at: Date | null
  key: string | null
  request_hash: Buffer | null
  unsubscribe_key: Buffer
  notified_up_to: Generated<number>
  notified: Generated<number>
  notify_ended: boolean
  emailed_up_to: Generated<number>
  emails_ended: boolean
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type ApiAccess = {
  user_id: number
  allowed_addresses: Generated<(string)[]>
  daily_limit: bigint | null
  spent: Generated<bigint>
  spent_on: Generated<string>
}

export type ApiKeyNames = {
  user_id: number
  id: string
  name: string
}

export type ApiKeys = {
  user_id: number
  id: string
  hash: Buffer
  prefix: string
  name: Generated<string>
  scopes: Generated<(string)[]>
  allowed_addresses: Generated<(string)[]>
  daily_limit: bigint | null
  spent: Generated<bigint>
  spent_on: Generated<string>
  limit_group: string | null
  errors: 'text' | 'code' | null
  is_test: Generated<boolean>
  expires_at: Date | null
  created_at: Generated<Date>
  last_used_at: Date | null
}

export type ApiServices = {
  user_id: number
  service_id: number
  created_at: Date
  ordered_at: Date
}

export type ApiServicesProgress = {
  id: Generated<number>
  read_up_to: Generated<bigint>
  seen_up_to: Generated<bigint>
  seen_at: Generated<Date>
}

export type Attachments = {
  user_id: number
  id: Generated<bigint>
  ticket_id: bigint | null
  message_id: bigint | null
  deposit_id: bigint | null
  store: 'disk' | 'bucket'
  key: string
  name: string
  type: string
  bytes: number
  created_at: Generated<Date>
}

export type AttemptExchanges = {
  user_id: number
  order_id: bigint
  number: number
  request: string
  status: number | null
  answer: string | null
  created_at: Generated<Date>
}

export type AuditLog = {
  number: bigint
  actor_id: number
  key_id: string | null
  action: string
  subject: string
  subject_id: bigint | null
  before: unknown
  after: unknown
  reason: string | null
  address: string
  created_at: Date
  previous_hash: Buffer
  hash: Buffer
  personal: unknown
  personal_salt: Buffer | null
  personal_hash: Buffer | null
}

export type Backups = {
  id: GeneratedAlways<number>
  kind: 'planned' | 'asked' | 'command'
  state: 'queued' | 'running' | 'done' | 'failed'
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
  store: 'disk' | 'bucket' | null
  place: string | null
  name: string | null
  upload: string | null
  bytes: Generated<bigint>
  is_sealed: Generated<boolean>
  fault: unknown
  check_state: 'queued' | 'running' | null
  checked_at: Date | null
  verdict: 'good' | 'findings' | 'damaged' | 'unknown' | null
  verdict_fault: unknown
  lease: string | null
  beat_at: Date | null
  removed_at: Date | null
}

export type BalanceNotices = {
  user_id: number
  below: bigint
  checked_seq: number
  is_below: boolean
  set_at: Generated<Date>
}

export type BrandPictures = {
  kind: 'logo' | 'favicon'
  hash: string
  width: number
  height: number
  bytes: Buffer
}

export type CannedReplies = {
  id: GeneratedAlways<number>
  language: 'en' | 'vi' | 'ru'
  title: string
  content: string
  updated_at: Generated<Date>
}

export type CatalogueVersion = {
  is_only: Generated<boolean>
  version: Generated<bigint>
}

export type Categories = {
  id: Generated<number>
  name: string
  platform: string
  position: Generated<number>
}

export type CheckedAccounts = {
  user_id: number
  transactions_seq: number
  orders_seq: number
  balance: bigint
  orders_total: bigint
  refunds_total: bigint
  deposits_total: bigint
  bonuses_total: bigint
}

export type ContactMessages = {
  id: Generated<bigint>
  user_id: number | null
  name: string
  email: string
  subject: string
  message: string
  created_at: Generated<Date>
  sorted_at: Date | null
  answered_at: Date | null
  answered_by: number | null
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type CustomRates = {
  user_id: number
  service_id: number
  rate: bigint
}

export type DailyCustomers = {
  user_id: number
  day: string
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
  deposits: bigint
  bonuses: bigint
  corrections: bigint
}

export type DailyProgress = {
  is_only: Generated<boolean>
  counted_until: Date | null
  counted_snapshot: string | null
  late_from: Date | null
  recounted_at: Date | null
}

export type DailyServices = {
  day: string
  service_id: number
  provider_id: number
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
}

export type DailyTotals = {
  day: string
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
  deposits: bigint
  bonuses: bigint
  corrections: bigint
}

export type DatabaseMode = {
  id: Generated<number>
  mode: 'sandbox' | 'live'
  set_at: Generated<Date>
}

export type DeliveryProgress = {
  is_only: Generated<boolean>
  counted_until: Date | null
  shown_at: Date | null
  samples_since: Generated<Date>
}

export type DeliveryTimes = {
  service_id: number
  quantities: (number)[]
  begins: (number)[]
  ends: (number)[]
  delivery: unknown
  shown_seconds: number | null
  shown_orders: number | null
}

export type DepositGatewayIds = {
  gateway: string
  gateway_id: string
  user_id: number
  deposit_id: bigint
  believed_amount: bigint | null
  believed_currency: string | null
}

export type Deposits = {
  user_id: number
  id: Generated<bigint>
  reference: string
  gateway: string
  payment_method: string
  amount: bigint
  fee: Generated<bigint>
  bonus: Generated<bigint>
  status: Generated<'pending' | 'completed' | 'canceled' | 'review'>
  gateway_status: string | null
  gateway_state: 'open' | 'waiting' | 'paid' | 'over' | 'short' | 'closed' | 'held' | 'reversed' | null
  payment_url: string | null
  lease_until: Date | null
  asked_at: Date | null
  expires_at: Date | null
  due_at: Date | null
  polled_at: Date | null
  polls: Generated<number>
  idempotency_key: string | null
  request_hash: Buffer | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  completed_at: Date | null
  arrived: bigint | null
  arrived_as: string | null
  answered_at: Date | null
  credited_amount: bigint | null
  reversed: Generated<bigint>
  reclaimed: Generated<bigint>
  gateway_reversed: bigint | null
  gateway_reversed_at: Date | null
  refused_at: Date | null
  review_code: string | null
  review_details: unknown
  gateway_account: number | null
  opened_after: Generated<number>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type DispatchQueue = {
  user_id: number
  order_id: bigint
  provider_id: number | null
  supply_id: number | null
  due_at: Generated<Date | null>
  token: string | null
  lease_until: Date | null
  tries: Generated<number>
  incident_id: number | null
}

export type EmailConfirmations = {
  user_id: number
  id: Generated<bigint>
  email: string
  created_at: Generated<Date>
  used_at: Date | null
}

export type Emails = {
  user_id: number
  event: string
  receiver: string
  kind: string
  details: Generated<unknown>
  created_at: Generated<Date>
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  sent_at: Date | null
  failed_at: Date | null
  fault: unknown
  server: Buffer | null
}

export type EnteredReferences = {
  method: string
  reference: string
  user_id: number
  deposit_id: bigint
}

export type FavouriteComparisons = {
  id: Generated<number>
  compared_at: Generated<Date>
}

export type FavouriteUpdateServices = {
  update_id: number
  service_id: number
  was_sold: boolean
  is_sold: boolean
  rate_before: bigint
  rate: bigint
  min_before: number
  min: number
  max_before: number
  max: number
}

export type FavouriteUpdates = {
  id: GeneratedAlways<number>
  created_at: Generated<Date>
  notified_up_to: Generated<number>
  notify_ended: Generated<boolean>
  emailed_up_to: Generated<number>
  emails_ended: Generated<boolean>
  api_notified_up_to: Generated<number>
  api_notify_ended: Generated<boolean>
  api_emailed_up_to: Generated<number>
  api_emails_ended: Generated<boolean>
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type Favourites = {
  user_id: number
  service_id: number
  created_at: Generated<Date>
}

export type GatewayAccounts = {
  id: Generated<number>
  gateway: string
  url: string
  fields_ciphertext: Buffer
  idle_since: Date | null
}

export type GatewayEvents = {
  id: Generated<bigint>
  gateway: string
  reference: string
  body: string
  received_at: Generated<Date>
  processed_at: Date | null
  source: Generated<'webhook' | 'list'>
  effect: string | null
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type GatewayLists = {
  gateway: string
  account: Buffer
  listed_since: Date
  listed_until: Date
  due_at: Date
  fault: unknown
}

export type GatewayRefusals = {
  gateway: string
  refused_at: Date
}

export type Gateways = {
  gateway: string
  url: string
  fields_ciphertext: Buffer
  is_sandbox: Generated<boolean>
  updated_at: Generated<Date>
}

export type HeldBackSupplies = {
  supply_id: number
  provider_id: number
  since: Generated<Date>
}

export type ImportItems = {
  import_id: number
  position: number
  provider_service: string | null
  name: string
  offered: unknown
  outcome: 'created' | 'updated' | 'skipped' | 'error' | null
  code: string | null
  word: Generated<string>
  unsold_type: string | null
  service_id: number | null
  before: unknown
  written: string | null
}

export type ImportTexts = {
  import_id: number
  position: number
  hash: Buffer
  original: string
  state: Generated<'waiting' | 'done' | 'failed'>
}

export type Imports = {
  id: Generated<number>
  provider_id: number
  actor_id: number | null
  address: string | null
  state: Generated<'running' | 'completed' | 'failed' | 'undone'>
  overwrites: boolean
  platform: string | null
  markup_basis_points: number
  currency: string
  usd_per_unit: string
  translates: boolean
  total: number
  created: Generated<number>
  updated: Generated<number>
  skipped: Generated<number>
  errors: Generated<number>
  texts: Generated<number>
  translator_failures: Generated<number>
  failure: 'currency_changed' | 'stuck' | null
  reasons: unknown
  undone: unknown
  created_at: Generated<Date>
  finished_at: Date | null
  undone_at: Date | null
  rate_per: Generated<number>
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type Incidents = {
  id: GeneratedAlways<number>
  provider_id: number
  review_code: string
  cause: string
  fault: unknown
  sentence: string | null
  began_at: Date
  ended_at: Date
  orders: number
  cost: bigint
  price: bigint
}

export type Invitations = {
  user_id: number
  id: Generated<bigint>
  email: string
  created_at: Generated<Date>
}

export type LearnedCosts = {
  id: GeneratedAlways<bigint>
  supply_id: number
  service_id: number
  order_ids: (bigint)[]
  cost_own_before: string | null
  cost_before: bigint
  cost_own_after: string | null
  cost_after: bigint
  rate_before: bigint
  rate_after: bigint
  learned_at: Generated<Date>
}

export type LedgerChecks = {
  id: GeneratedAlways<number>
  is_whole: boolean
  started_at: Date
  finished_at: Date
  violations: number
  broken: (string)[]
  days_until: string | null
  audit_number: bigint | null
  audit_hash: Buffer | null
}

export type LegalTexts = {
  number: number
  page: 'terms' | 'privacy' | 'refund'
  texts: unknown
  published_at: Date
}

export type ListedPayments = {
  gateway: string
  payment_id: string
  reference: string
  paid_at: Date
  amount: bigint | null
  status: string
}

export type MassOrderRanges = {
  user_id: number
  first_seq: number
  orders: number
}

export type MassOrders = {
  user_id: number
  idempotency_key: string
  request_hash: Buffer
  results: Generated<unknown>
  balance: Generated<bigint>
  created_at: Generated<Date>
}

export type MonthlyCustomers = {
  user_id: number
  month: string
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
  deposits: bigint
  bonuses: bigint
  corrections: bigint
}

export type MonthlyServices = {
  month: string
  service_id: number
  provider_id: number
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
}

export type NameCleanings = {
  id: Generated<number>
  rules: unknown
  actor_id: number | null
  changed: number
  created_at: Generated<Date>
  undone_at: Date | null
}

export type NotificationPreferences = {
  user_id: number
  order_updates: boolean | null
  promotions: boolean | null
  newsletter: boolean | null
  service_changes: boolean | null
  changed_at: Generated<Date>
}

export type Notifications = {
  user_id: number
  id: Generated<bigint>
  is_read: Generated<boolean>
  created_at: Generated<Date>
  code: string
  details: Generated<unknown>
  order_id: bigint | null
  deposit_id: bigint | null
  ticket_id: bigint | null
  announcement_id: number | null
  mass_order_id: number | null
}

export type ObservedCharges = {
  user_id: number
  order_id: bigint
  charge: string
  seen_at: Generated<Date>
  supply_id: number
  read_at: Date | null
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type OrderAttempts = {
  user_id: number
  order_id: bigint
  number: number
  token: string
  state: Generated<'sending' | 'accepted' | 'rejected' | 'not_sent' | 'refused' | 'unknown'>
  supply_id: number
  provider_id: number
  provider_service: string
  cost: bigint
  charge: string | null
  charge_currency: string | null
  balance_before: string | null
  provider_order: string | null
  fault: unknown
  started_at: Generated<Date>
  lease_until: Date
  finished_at: Date | null
  evidence: Generated<unknown>
  balance_before_at: Date | null
  pieces: bigint | null
  open_charge: string | null
  refusal_text: string | null
  tx_id: bigint | null
}

export type OrderEmails = {
  id: Generated<number>
  until: Date
  unsubscribe_key: Generated<Buffer>
}

export type OrderEvents = {
  user_id: number
  order_id: bigint
  id: Generated<bigint>
  type: string
  created_at: Generated<Date>
  details: Generated<unknown>
  tx_id: Generated<bigint | null>
}

export type OrderViews = {
  user_id: number
  id: number
  name: string
  query: string
}

export type Orders = {
  user_id: number
  id: Generated<bigint>
  seq: number
  service_id: number
  service_name: string
  service_type: string
  link: string
  quantity: number
  details: Generated<unknown>
  rate: bigint
  price: bigint
  refunded: Generated<bigint>
  status: Generated<'PENDING' | 'PROCESSING' | 'COMPLETED' | 'PARTIAL' | 'REFILL' | 'CANCELED' | 'REFUNDED' | 'FAILED'>
  start_count: bigint | null
  remains: bigint | null
  refill: boolean
  cancel: boolean
  cancel_asked_at: Date | null
  dispatch: Generated<'queued' | 'accepted' | 'rejected' | 'unknown' | 'review'>
  provider_id: number | null
  provider_order: string | null
  idempotency_key: string | null
  request_hash: Buffer | null
  key_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  cancel_awaited_until: Date | null
  review_code: string | null
  review_details: unknown
  samples: (number)[] | null
}

export type PasswordResets = {
  user_id: number
  id: Generated<bigint>
  email: string
  token_hash: Buffer
  created_at: Generated<Date>
}

export type PollQueue = {
  user_id: number
  order_id: bigint
  kind: 'order' | 'refill'
  number: Generated<number>
  provider_id: number
  provider_ref: string | null
  due_at: Date
  since: Generated<Date>
  polled_at: Date | null
  is_urgent: Generated<boolean>
}

export type Processes = {
  id: string
  role: 'all' | 'web' | 'worker'
  host: string
  pid: number
  started_at: Generated<Date>
  beat_at: Generated<Date>
  failing_jobs: Generated<(string)[]>
}

export type ProviderBalances = {
  provider_id: number
  day: string
  currency: string
  first: string
  first_at: Date
  last: string
  last_at: Date
}

export type ProviderCalls = {
  provider_id: number
  hour: Date
  calls: number
  failures: number
  milliseconds: bigint
  slowest: number
}

export type ProviderChanges = {
  provider_id: number
  id: GeneratedAlways<bigint>
  service: string
  service_id: number | null
  kind: 'new' | 'gone' | 'back' | 'price_up' | 'price_down' | 'min' | 'max' | 'type' | 'name'
  before: string | null
  after: string | null
  order_id: bigint | null
  outcome: 'held' | 'repriced' | 'off' | null
  created_at: Generated<Date>
}

export type ProviderLeases = {
  provider_id: number
  owner: string | null
  until: Generated<Date>
}

export type ProviderLists = {
  provider_id: number
  services: unknown
  fetched_at: Generated<Date>
  rate_per: Generated<number>
}

export type ProviderOffers = {
  provider_id: number
  service: string
  name: string
  type: string
  rate: string
  min: number
  max: number
}

export type ProviderOrders = {
  provider_id: number
  provider_order: string
  user_id: number
  order_id: bigint
}

export type Providers = {
  id: Generated<number>
  slug: string
  name: string
  api_url: string
  key_ciphertext: Buffer | null
  currency: Generated<string>
  usd_per_unit: Generated<string>
  is_enabled: Generated<boolean>
  is_sandbox: Generated<boolean>
  balance: string | null
  balance_checked_at: Date | null
  reading_failures: Generated<number>
  reading_paused_until: Date | null
  last_error: unknown
  created_at: Generated<Date>
  sending_failures: Generated<number>
  sending_failed_at: Date | null
  sending_paused_until: Date | null
  sending_error: unknown
  sending_unknowns: Generated<number>
  sending_stopped_at: Date | null
  reading_failed_at: Date | null
  reading_error: unknown
  calls_at_once: Generated<number>
  calls_per_second: Generated<number>
  orders_per_call: Generated<number>
  refills_per_call: Generated<number>
  per_call_at: Date | null
  balance_currency: string | null
  is_currency_settled: GeneratedAlways<boolean>
  sync_policy: Generated<'hold' | 'follow'>
  sync_hours: Generated<number>
  sync_due_at: Generated<Date>
  synced_at: Date | null
  sync_trouble: 'not_read' | 'empty' | 'half_missing' | 'currency' | 'prices' | null
  sync_trouble_at: Date | null
  sync_troubles: Generated<number>
  sync_error: unknown
  sending_stopped_by: number | null
  balance_low: string | null
  is_balance_low: Generated<boolean>
  examined_at: Date | null
  examined: unknown
  rate_per: Generated<number>
  first_orders: Generated<number | null>
  first_cost: Generated<bigint>
  charge_hold: unknown
  has_trusted_costs: GeneratedAlways<boolean>
  refuses_us: 'funds' | 'key' | 'address' | null
  refuses_since: Date | null
}

export type RateLimits = {
  key: string
  points: Generated<number>
  expire: bigint | null
}

export type RecentTotals = {
  since: Date
  orders: bigint
  sold: bigint
  refunded: bigint
  cost: bigint
}

export type RecoveryCodes = {
  user_id: number
  hash: Buffer
}

export type Refills = {
  user_id: number
  order_id: bigint
  number: number
  id: Generated<bigint>
  state: Generated<'asking' | 'pending' | 'completed' | 'rejected' | 'unknown' | 'given_up'>
  status_before: 'COMPLETED' | 'PARTIAL'
  provider_refill: string | null
  fault: unknown
  created_at: Generated<Date>
  finished_at: Date | null
  answered_at: Generated<Date>
  seen_open: Generated<boolean>
}

export type RefusalSentences = {
  id: GeneratedAlways<number>
  provider_id: number
  sentence: string
  example: string
  taught_by: number
  taught_at: Generated<Date>
}

export type RenamedServices = {
  cleaning_id: number
  service_id: number
  name_before: string
  name_after: string
}

export type ResetRequests = {
  id: Generated<bigint>
  email: string
  created_at: Generated<Date>
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type Restorations = {
  id: Generated<string>
  archive_id: string
  taken_at: Date
  restored_at: Generated<Date>
  resumed_at: Date | null
  resumed_by: number | null
  found: Generated<unknown>
}

export type SandboxMailbox = {
  id: Generated<number>
  port: number
  url: string
}

export type SecretKeyCheck = {
  id: Generated<number>
  sealed: Buffer
}

export type ServiceOutcomes = {
  service_id: number
  outcomes: (boolean)[]
}

export type ServiceSnapshots = {
  service_id: number
  is_sold: boolean
  rate: bigint
  min: number
  max: number
}

export type Services = {
  id: Generated<number>
  category_id: number
  platform: string
  name: string
  name_original: string
  description: Generated<string>
  type: Generated<string>
  rate: bigint
  min: number
  max: number
  refill: Generated<boolean>
  cancel: Generated<boolean>
  dripfeed: Generated<boolean>
  average_time: string | null
  is_active: Generated<boolean>
  position: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
  below_cost: Generated<boolean>
  by_hand: Generated<boolean>
}

export type Sessions = {
  user_id: number
  id: string
  created_at: Generated<Date>
  ends_at: Date
  epoch: Generated<number>
  signed_in_at: Generated<Date>
  used_at: Generated<Date>
  address: string | null
  user_agent: string | null
  is_renewed: Generated<boolean>
  chain: Generated<string>
  renewed_at: Date | null
  proven_at: Date | null
}

export type Settings = {
  section: string
  value: unknown
  updated_at: Generated<Date>
  version: Generated<number>
}

export type SettingsSecrets = {
  name: string
  sealed: Buffer
}

export type SetupLinks = {
  token_hash: Buffer
  created_at: Generated<Date>
  used_at: Date | null
  public_url: string | null
}

export type SignInPlaces = {
  user_id: number
  place: Buffer
  used_at: Generated<Date>
}

export type StaffAlerts = {
  key: string
  count: number
  notified_at: Generated<Date>
  resolved_at: Date | null
}

export type StaffRefunds = {
  user_id: number
  refunded_on: string
  refunded: bigint
}

export type Supplies = {
  id: Generated<number>
  service_id: number
  provider_id: number
  provider_service: string
  cost_rate: bigint
  markup_basis_points: Generated<number>
  priority: Generated<number>
  is_active: Generated<boolean>
  seen_at: Generated<Date>
  cost_own: string | null
  off_reason: 'gone' | 'type' | null
  removed_at: Date | null
  first_charge: Generated<'awaited' | 'read' | 'missing'>
  first_charge_since: Generated<Date>
  first_charge_order: bigint | null
}

export type TestOrders = {
  user_id: number
  id: Generated<bigint>
  service_id: number
  link: string
  quantity: number
  price: bigint
  refill: boolean
  idempotency_key: string | null
  request_hash: Buffer | null
  created_at: Date
  canceled_at: Date | null
  refill_asked_at: Date | null
}

export type TicketKeys = {
  user_id: number
  sender_id: number
  call: 'ticket' | 'message' | 'note'
  idempotency_key: string
  request_hash: Buffer
  written_id: bigint | null
  created_at: Generated<Date>
}

export type TicketMessages = {
  user_id: number
  ticket_id: bigint
  id: Generated<bigint>
  sender: 'user' | 'admin'
  actor_id: number | null
  content: string
  created_at: Generated<Date>
}

export type TicketNotes = {
  user_id: number
  ticket_id: bigint
  id: Generated<bigint>
  actor_id: number
  content: string
  created_at: Generated<Date>
}

export type TicketPresence = {
  user_id: number
  ticket_id: bigint
  actor_id: number
  is_answering: boolean
  seen_at: Date
}

export type Tickets = {
  user_id: number
  id: Generated<bigint>
  subject: string
  category: 'Order Issue' | 'Payment Issue' | 'Account Issue' | 'Technical Issue' | 'Other'
  order_id: bigint | null
  status: Generated<'open' | 'closed'>
  messages: Generated<number>
  last_sender: Generated<'user' | 'admin'>
  is_unread: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  closed_at: Date | null
  assigned_to: number | null
  notes: Generated<number>
}

export type Transactions = {
  user_id: number
  id: Generated<bigint>
  seq: number
  type: 'deposit' | 'order' | 'refund' | 'bonus'
  from_account: string
  to_account: string
  amount: bigint
  signed_amount: GeneratedAlways<bigint>
  balance_after: bigint
  description: string | null
  payment_method: string | null
  reference_id: string | null
  order_id: bigint | null
  deposit_id: bigint | null
  actor_id: number | null
  created_at: Generated<Date>
  details: unknown
  tx_id: Generated<bigint | null>
}

export type Transfers = {
  user_id: number
  deposit_id: bigint
  reference: string | null
  sent_at: Date | null
  refusal: string | null
  approval_above: bigint | null
  proposed_amount: bigint | null
  proposed_reference: string | null
  proposed_reason: string | null
  proposed_by: number | null
  proposed_at: Date | null
  proposed_in: 'pending' | 'canceled' | 'review' | null
  approved_by: number | null
}

export type Translations = {
  hash: Buffer
  original: string
  translated: string
  created_at: Generated<Date>
}

export type TwoFactor = {
  user_id: number
  sealed: Buffer
  started_at: Date
  enabled_at: Date | null
  last_step: Generated<bigint>
  recovery_salt: Buffer | null
}

export type UserDeletions = {
  user_id: number
  created_at: Generated<Date>
  due_at: Generated<Date | null>
  tries: Generated<number>
  lease: string | null
  failed_at: Date | null
  fault: unknown
}

export type Users = {
  id: Generated<number>
  name: string
  email: string
  username: Generated<string>
  phone: string | null
  country: string | null
  role: Generated<'user' | 'admin'>
  status: Generated<'active' | 'blocked'>
  password_hash: string | null
  session_epoch: Generated<number>
  created_at: Generated<Date>
  deleted_at: Date | null
  permissions: ('orders' | 'refund' | 'users' | 'catalogue' | 'providers' | 'money' | 'support' | 'settings' | 'reports' | 'staff')[] | null
  refund_limit: bigint | null
  pending_email: string | null
  email_confirmed_at: Date | null
  seen_at: Date | null
  language: 'en' | 'vi' | 'ru' | null
  terms_version: string | null
  terms_accepted_at: Date | null
}

export type ViewAsSessions = {
  user_id: number
  id: string
  viewer_id: number
  created_at: Generated<Date>
  ends_at: Date
  viewer_chain: string
}

export type DB = {
  account_sums: AccountSums
  accounts: Accounts
  added_payments: AddedPayments
  announcement_emails: AnnouncementEmails
  announcements: Announcements
  api_access: ApiAccess
  api_key_names: ApiKeyNames
  api_keys: ApiKeys
  api_services: ApiServices
  api_services_progress: ApiServicesProgress
  attachments: Attachments
  attempt_exchanges: AttemptExchanges
  audit_log: AuditLog
  backups: Backups
  balance_notices: BalanceNotices
  brand_pictures: BrandPictures
  canned_replies: CannedReplies
  catalogue_version: CatalogueVersion
  categories: Categories
  checked_accounts: CheckedAccounts
  contact_messages: ContactMessages
  custom_rates: CustomRates
  daily_customers: DailyCustomers
  daily_progress: DailyProgress
  daily_services: DailyServices
  daily_totals: DailyTotals
  database_mode: DatabaseMode
  delivery_progress: DeliveryProgress
  delivery_times: DeliveryTimes
  deposit_gateway_ids: DepositGatewayIds
  deposits: Deposits
  dispatch_queue: DispatchQueue
  email_confirmations: EmailConfirmations
  emails: Emails
  entered_references: EnteredReferences
  favourite_comparisons: FavouriteComparisons
  favourite_update_services: FavouriteUpdateServices
  favourite_updates: FavouriteUpdates
  favourites: Favourites
  gateway_accounts: GatewayAccounts
  gateway_events: GatewayEvents
  gateway_lists: GatewayLists
  gateway_refusals: GatewayRefusals
  gateways: Gateways
  held_back_supplies: HeldBackSupplies
  import_items: ImportItems
  import_texts: ImportTexts
  imports: Imports
  incidents: Incidents
  invitations: Invitations
  learned_costs: LearnedCosts
  ledger_checks: LedgerChecks
  legal_texts: LegalTexts
  listed_payments: ListedPayments
  mass_order_ranges: MassOrderRanges
  mass_orders: MassOrders
  monthly_customers: MonthlyCustomers
  monthly_services: MonthlyServices
  name_cleanings: NameCleanings
  notification_preferences: NotificationPreferences
  notifications: Notifications
  observed_charges: ObservedCharges
  order_attempts: OrderAttempts
  order_emails: OrderEmails
  order_events: OrderEvents
  order_views: OrderViews
  orders: Orders
  password_resets: PasswordResets
  poll_queue: PollQueue
  processes: Processes
  provider_balances: ProviderBalances
  provider_calls: ProviderCalls
  provider_changes: ProviderChanges
  provider_leases: ProviderLeases
  provider_lists: ProviderLists
  provider_offers: ProviderOffers
  provider_orders: ProviderOrders
  providers: Providers
  rate_limits: RateLimits
  recent_totals: RecentTotals
  recovery_codes: RecoveryCodes
  refills: Refills
  refusal_sentences: RefusalSentences
  renamed_services: RenamedServices
  reset_requests: ResetRequests
  restorations: Restorations
  sandbox_mailbox: SandboxMailbox
  secret_key_check: SecretKeyCheck
  service_outcomes: ServiceOutcomes
  service_snapshots: ServiceSnapshots
  services: Services
  sessions: Sessions
  settings: Settings
  settings_secrets: SettingsSecrets
  setup_links: SetupLinks
  sign_in_places: SignInPlaces
  staff_alerts: StaffAlerts
  staff_refunds: StaffRefunds
  supplies: Supplies
  test_orders: TestOrders
  ticket_keys: TicketKeys
  ticket_messages: TicketMessages
  ticket_notes: TicketNotes
  ticket_presence: TicketPresence
  tickets: Tickets
  transactions: Transactions
  transfers: Transfers
  translations: Translations
  two_factor: TwoFactor
  user_deletions: UserDeletions
  users: Users
  view_as_sessions: ViewAsSessions
}
