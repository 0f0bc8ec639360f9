import * as z from 'zod/mini'

import { nothing, sentFault } from '#contract/base/codes.ts'

/** `error`: something doesn't work, or acknowledged data could be lost; `warning`: it works, but needs attention. */
export const diagnosticLevels = ['ok', 'warning', 'error'] as const
export type DiagnosticLevel = (typeof diagnosticLevels)[number]

/** In display order. */
export const diagnosticGroups = [
  'site',
  'machine',
  'database',
  'jobs',
  'providers',
  'gateways',
  'email',
  'backup',
  'ledger',
] as const
export type DiagnosticGroup = (typeof diagnosticGroups)[number]

type Finding = { level: DiagnosticLevel; details: z.ZodMiniType }

function finding<Details extends z.ZodMiniType = typeof nothing>(level: DiagnosticLevel, details?: Details) {
  return { level, details: details ?? (nothing as unknown as Details) } // the default of the type parameter
}

const withAddress = z.strictObject({ address: z.string() })
const withError = z.strictObject({ error: z.string() })
const withDays = z.strictObject({ days: z.int() })
const withTime = z.strictObject({ milliseconds: z.int() })
const withSeconds = z.strictObject({ seconds: z.int() })
const ofBackup = z.strictObject({ minutes: z.int(), bytes: z.int() })
const withBytes = z.strictObject({ free_bytes: z.int() })
const withRole = z.strictObject({ role: z.string() })
const withServer = z.strictObject({ version: z.string(), milliseconds: z.number() })
const withDue = z.strictObject({ due: z.int() })
const withLate = z.strictObject({ due: z.int(), minutes: z.int() })
const withCount = z.strictObject({ count: z.int() })
const withProvider = z.strictObject({ provider: z.string() })
const withGateway = z.strictObject({ gateway: z.string() })
const withAge = z.strictObject({ minutes: z.int() })

/** Everything that diagnostics report, with its level and details. The sentences are in `words/`. */
export const diagnosticFindings = {
  // Any group: a check that could not be made, and why.
  not_checked: finding('warning', withError),
  not_checked_in_time: finding('warning', withSeconds),

  site_local: finding('ok', withAddress),
  site_local_live: finding('warning', withAddress),
  site_plain_http: finding('warning', withAddress),
  site_reached: finding('ok', z.strictObject({ address: z.string(), milliseconds: z.int() })),
  site_not_reached: finding('error', z.strictObject({ address: z.string(), fault: sentFault })),
  site_redirected: finding('error', z.strictObject({ address: z.string(), location: z.string() })),
  site_no_upstream: finding('error', z.strictObject({ address: z.string(), http_status: z.int() })),
  site_is_other: finding('error', z.strictObject({ address: z.string(), http_status: z.int() })),
  certificate_good: finding('ok', withDays),
  certificate_ends_soon: finding('warning', withDays),
  certificate_refused: finding('error', z.strictObject({ fault: sentFault })),
  proxy_good: finding('ok'),
  proxy_none: finding('ok'),
  proxy_unproven: finding('ok'),
  proxy_missing: finding('warning'),
  proxy_silent: finding('error'),
  proxy_untrusted: finding('error', withAddress),
  proxy_forgeable: finding('error'),
  protocol_wrong: finding('warning', z.strictObject({ sent: z.string(), expected: z.string() })),
  streams_good: finding('ok', withTime),
  streams_slow: finding('warning', withTime),
  streams_buffered: finding('error'),

  clock_good: finding('ok'),
  clock_off: finding('warning', withSeconds),
  clock_off_outside: finding('warning', z.strictObject({ provider: z.string(), seconds: z.int() })),
  disk_good: finding('ok', withBytes),
  disk_low: finding('warning', withBytes),
  disk_full: finding('error', withBytes),
  syncs_good: finding('ok', withCount),
  syncs_slow: finding('warning', withCount),

  database_good: finding('ok', withServer),
  database_slow: finding('warning', withServer),
  database_old: finding('error', z.strictObject({ version: z.string() })),
  database_down: finding('error', withError),
  database_read_only: finding('error'),
  settings_good: finding('ok', z.strictObject({ wal_level: z.string(), timezone: z.string() })),
  fsync_off: finding('error'),
  full_page_writes_off: finding('error'),
  synchronous_commit_off: finding('error'),
  autovacuum_off: finding('warning'),
  wraparound_near: finding('error', z.strictObject({ percent: z.int() })),
  wal_minimal: finding('warning'),
  encoding_other: finding('error', z.strictObject({ encoding: z.string() })),
  collation_changed: finding('error', z.strictObject({ stored: z.string(), actual: z.string() })),
  connections_good: finding('ok', z.strictObject({ max: z.int(), needed: z.int() })),
  connections_few: finding('warning', z.strictObject({ max: z.int(), needed: z.int() })),
  role_good: finding('ok', withRole),
  role_changes_ledger: finding('warning', withRole),
  role_hides_tables: finding('warning', withRole),

  workers_good: finding('ok', withCount),
  workers_none: finding('error'),
  jobs_good: finding('ok'),
  job_failing: finding('error', z.strictObject({ job: z.string() })),
  /** Replaces the queues' findings while the database is fenced. */
  work_fenced: finding('warning'),
  orders_sent: finding('ok', withDue),
  orders_wait: finding('warning', withLate),
  statuses_polled: finding('ok', withDue),
  statuses_late: finding('warning', withLate),
  webhooks_handled: finding('ok', withDue),
  webhooks_wait: finding('warning', withLate),

  providers_none: finding('warning'),
  providers_good: finding('ok', withCount),
  provider_stopped: finding('error', withProvider),
  provider_paused: finding('warning', withProvider),
  provider_refuses_funds: finding('error', withProvider),
  provider_refuses_key: finding('error', withProvider),
  provider_refuses_address: finding('error', withProvider),
  provider_costs_unclear: finding('error', withProvider),
  provider_low: finding('warning', withProvider),
  provider_silent: finding('warning', z.strictObject({ provider: z.string(), minutes: z.int() })),
  provider_never_read: finding('warning', withProvider),

  gateways_none: finding('warning'),
  gateway_good: finding('ok', z.strictObject({ gateway: z.string(), minutes: z.int() })),
  gateway_quiet: finding('ok', withGateway),
  gateway_refused: finding('warning', z.strictObject({ gateway: z.string(), minutes: z.int() })),
  gateway_list_unread: finding('warning', z.strictObject({ gateway: z.string(), fault: sentFault })),

  email_none: finding('warning'),
  email_sandbox: finding('ok'),
  email_unused: finding('ok'),
  email_good: finding('ok', withAge),
  email_failing: finding('error', withDue),
  emails_failed: finding('warning', withCount),
  emails_wait: finding('warning', withLate),

  backup_good: finding('ok', ofBackup),
  backup_late: finding('error', ofBackup),
  /** The first scheduled backup was not made in time. */
  backup_missing: finding('error'),
  backup_none: finding('warning'),
  backup_failed: finding('error'),
  backup_running: finding('ok', z.strictObject({ bytes: z.int() })),
  backup_checked: finding('ok', withAge),
  backup_damaged: finding('error', withAge),
  backup_unknown: finding('warning', withAge),

  ledger_good: finding('ok', withAge),
  ledger_wrong: finding('error'),
  ledger_unchecked: finding('ok'),
  ledger_checked: finding('ok', withAge),
  ledger_check_late: finding('warning', withAge),
  ledger_broken: finding('error', z.strictObject({ minutes: z.int(), count: z.int() })),
} satisfies Record<string, Finding>

export type DiagnosticCode = keyof typeof diagnosticFindings
