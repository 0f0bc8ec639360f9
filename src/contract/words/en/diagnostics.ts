import { formatIn } from '#contract/base/format.ts'
import { sayAge } from '#contract/words/say-age.ts'
import type { DiagnosticWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const format = formatIn('en')
const ago = (minutes: number) => sayAge(format, minutes)
const { bytes, number } = format

/** What diagnostics find, and what to do about it. */
export const diagnostics: DiagnosticWords = {
  not_checked: {
    sentence: ({ error }) => `Couldn't check: ${error}`,
    advice: "Run the diagnostics again. If it persists, the product's log has more.",
  },
  not_checked_in_time: {
    sentence: ({ seconds }) => `Couldn't check within ${seconds} s.`,
    advice: 'Run the diagnostics again when the machine is less busy.',
  },

  site_local: {
    sentence: ({ address }) => `The site is at ${address}: only this machine can open it.`,
  },
  site_local_live: {
    sentence: ({ address }) => `The site is at ${address}: only this machine can open it.`,
    advice: 'Put a proxy with HTTPS in front, and set PUBLIC_URL to the address customers use.',
  },
  site_plain_http: {
    sentence: ({ address }) => `${address} isn't encrypted: passwords and tokens can be read on the way.`,
    advice: 'Put a proxy with a certificate in front, and set PUBLIC_URL to the https address.',
  },
  site_reached: {
    sentence: ({ address, milliseconds }) => `${address} responds in ${milliseconds} ms.`,
  },
  site_not_reached: {
    sentence: ({ address, fault }) => `${address} can't be reached from this machine: ${quote(fault)}.`,
    advice: 'Is the product running, and does PUBLIC_URL lead to it? Check DNS, the firewall and the proxy.',
  },
  site_redirected: {
    sentence: ({ address, location }) => `${address} redirects to ${location}.`,
    advice: 'Set PUBLIC_URL to the address that answers without a redirect.',
  },
  site_no_upstream: {
    sentence: ({ address, http_status: status }) =>
      `${address} responds with HTTP ${status}: the proxy doesn't reach the product.`,
    advice: 'Is the product running, and does the proxy forward to its HOST and PORT?',
  },
  site_is_other: {
    sentence: ({ address, http_status: status }) =>
      `Something else responds at ${address} (HTTP ${status}): another site, or an installation with another SECRET_KEY.`,
    advice:
      'Point the proxy at this installation, or correct PUBLIC_URL. Every process needs the same SECRET_KEY.',
  },
  certificate_good: { sentence: ({ days }) => `The certificate is valid for ${number(days)} more days.` },
  certificate_ends_soon: {
    sentence: ({ days }) => `The certificate expires in ${days} days. After that, browsers refuse the site.`,
    advice: 'Renew it. If the proxy should have renewed it, its log says why it did not.',
  },
  certificate_refused: {
    sentence: ({ fault }) => `Browsers refuse the site's certificate: ${quote(fault)}.`,
    advice: 'Correct the certificate at the proxy.',
  },
  proxy_good: { sentence: "The proxy reports clients' addresses, and it is trusted." },
  proxy_none: { sentence: 'Requests arrive without a proxy in between.' },
  proxy_unproven: {
    sentence: "The proxy reports clients' addresses. From this machine, forged ones can't be told apart.",
  },
  proxy_missing: {
    sentence: 'TRUST_PROXY is set, but requests arrive without a proxy in between.',
    advice: 'Remove TRUST_PROXY, or set PUBLIC_URL to the address of the proxy.',
  },
  proxy_silent: {
    sentence: "The proxy doesn't send X-Forwarded-For: all clients share its address and its limits.",
    advice: 'Have it send X-Forwarded-For with the address of the client, and set TRUST_PROXY.',
  },
  proxy_untrusted: {
    sentence: ({ address }) =>
      `The proxy at ${address} isn't trusted: all clients share its address and its limits.`,
    advice: 'Set TRUST_PROXY to the address of the proxy, or to the number of proxies.',
  },
  proxy_forgeable: {
    sentence: 'Clients can forge their address: X-Forwarded-For is believed as they send it.',
    advice:
      'Have the proxy overwrite X-Forwarded-For or append to it, and lower TRUST_PROXY to the number of your own proxies.',
  },
  protocol_wrong: {
    sentence: ({ sent, expected }) =>
      `The proxy sends X-Forwarded-Proto ${sent}, but PUBLIC_URL is ${expected}.`,
    advice: 'Correct the header at the proxy, or PUBLIC_URL.',
  },
  streams_good: {
    sentence: ({ milliseconds }) => `Live updates arrive at once (${milliseconds} ms).`,
  },
  streams_slow: {
    sentence: ({ milliseconds }) => `Live updates arrive slowly: the first took ${milliseconds} ms.`,
    advice: 'Check the load of this machine and of the proxy.',
  },
  streams_buffered: {
    sentence: 'The proxy holds live updates back until the response ends, so pages show changes late.',
    advice: 'Turn off response buffering for /api/events and /api/probe at the proxy.',
  },

  clock_good: { sentence: 'The clocks of this machine and the database agree.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0
        ? `The database's clock is ${seconds} s ahead of this machine's.`
        : `The database's clock is ${-seconds} s behind this machine's.`,
    advice: 'Turn on NTP on both machines. Times and deadlines follow the database.',
  },
  clock_off_outside: {
    sentence: ({ provider, seconds }) =>
      seconds > 0
        ? `The clock of ${provider} was ${seconds} s ahead of ours at its last connection test.`
        : `The clock of ${provider} was ${-seconds} s behind ours at its last connection test.`,
    advice: 'Turn on NTP. If our clock is right, test the provider again.',
  },
  disk_good: { sentence: ({ free_bytes: free }) => `${bytes(free)} are free on the disk of DATA_DIR.` },
  disk_low: {
    sentence: ({ free_bytes: free }) => `Only ${bytes(free)} are free on the disk of DATA_DIR.`,
    advice: 'Free up space or enlarge the disk.',
  },
  disk_full: {
    sentence: ({ free_bytes: free }) => `The disk of DATA_DIR is nearly full: ${bytes(free)} are free.`,
    advice: 'Free up space now. With a full disk nothing is accepted.',
  },
  syncs_good: {
    sentence: ({ count }) => `The disk of DATA_DIR completes ${number(count)} syncs per second.`,
  },
  syncs_slow: {
    sentence: ({ count }) => `The disk of DATA_DIR completes only ${number(count)} syncs per second.`,
    advice: 'Every commit waits for one. Move DATA_DIR and the database to an SSD.',
  },

  database_good: {
    sentence: ({ version, milliseconds }) => `PostgreSQL ${version} responds in ${number(milliseconds)} ms.`,
  },
  database_slow: {
    sentence: ({ version, milliseconds }) =>
      `PostgreSQL ${version} responds slowly: an empty query took ${number(milliseconds)} ms.`,
    advice: 'Bring the product and the database closer together, or check the load of the database.',
  },
  database_old: {
    sentence: ({ version }) => `PostgreSQL ${version} is older than 15, the oldest version supported.`,
    advice: 'Upgrade PostgreSQL.',
  },
  database_down: {
    sentence: ({ error }) => `The database can't be used: ${error}`,
    advice:
      'Check DATABASE_URL, and whether PostgreSQL is running. Start the product once if there is no database yet.',
  },
  database_read_only: {
    sentence: 'The database accepts no changes: it is a standby, or was made read-only.',
    advice: 'Point DATABASE_URL at the primary. A managed database is often read-only when its disk is full.',
  },
  settings_good: {
    sentence: ({ wal_level: level, timezone }) =>
      `Commits are on disk before they are acknowledged (wal_level ${level}, time zone ${timezone}).`,
  },
  fsync_off: {
    sentence: 'fsync is off: a power failure can destroy the database.',
    advice: 'Set fsync = on in postgresql.conf and restart PostgreSQL.',
  },
  full_page_writes_off: {
    sentence: 'full_page_writes is off: a power failure can destroy the database.',
    advice: 'Set full_page_writes = on in postgresql.conf and reload PostgreSQL.',
  },
  synchronous_commit_off: {
    sentence: 'synchronous_commit is off: a crash loses orders and payments that were acknowledged.',
    advice: 'Set synchronous_commit = on for the database and the role of the product.',
  },
  autovacuum_off: {
    sentence: 'Autovacuum is off: tables grow without limit and become slow.',
    advice: 'Set autovacuum = on and track_counts = on in postgresql.conf, and reload PostgreSQL.',
  },
  wraparound_near: {
    sentence: ({ percent }) =>
      `${percent}% of the transaction IDs are used. At 100% PostgreSQL refuses changes.`,
    advice: 'Run VACUUM (FREEZE) in this database, and end transactions that have been open for days.',
  },
  wal_minimal: {
    sentence: 'wal_level is minimal: physical backups, point-in-time recovery and replicas are not possible.',
    advice: 'Set wal_level = replica in postgresql.conf and restart PostgreSQL.',
  },
  encoding_other: {
    sentence: ({ encoding }) => `The database's encoding is ${encoding}: some texts can't be stored.`,
    advice: 'Create a database with the encoding UTF8 and move the data there.',
  },
  collation_changed: {
    sentence: ({ stored, actual }) =>
      `The system's sort order changed from version ${stored} to ${actual}: indexes on texts may be wrong.`,
    advice: 'Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
  },
  connections_good: {
    sentence: ({ max, needed }) => `The database allows ${max} connections; up to ${needed} are needed.`,
  },
  connections_few: {
    sentence: ({ max, needed }) => `The database allows ${max} connections, but up to ${needed} are needed.`,
    advice: 'Raise max_connections, run fewer processes, or use a pooler.',
  },
  role_good: { sentence: ({ role }) => `The role ${role} can't change the ledger.` },
  role_changes_ledger: {
    sentence: ({ role }) => `The role ${role} may change the ledger and its guards.`,
    advice: 'Use one role for the product and another for migrations (docs/operating/database-roles.md).',
  },
  role_hides_tables: {
    sentence: ({ role }) => `The role ${role} may create tables that hide the real ones.`,
    advice: '“npm run audit” prints the statement that revokes it (docs/operating/database-roles.md).',
  },

  workers_good: { sentence: ({ count }) => `Workers running: ${count}.` },
  workers_none: {
    sentence: 'No worker is running: nothing is sent, polled or credited.',
    advice: 'Start a process with the role worker or all. Its log says why the last one stopped.',
  },
  jobs_good: { sentence: 'No background job is failing.' },
  job_failing: {
    sentence: ({ job }) => `The background job ${job} keeps failing.`,
    advice: 'The log has the error with this name. It is tried again until it succeeds.',
  },
  work_fenced: {
    sentence: 'The database was restored from a backup and is fenced: nothing is sent, polled or credited.',
    advice: 'An owner resumes it on the dashboard, or run npm run resume.',
  },
  orders_sent: { sentence: ({ due }) => `Orders are sent in time: ${number(due)} due.` },
  orders_wait: {
    sentence: ({ due, minutes }) =>
      `${number(due)} orders wait to be sent, the oldest for ${number(minutes)} min.`,
    advice: 'Check the providers below: paused, out of funds, or slower than orders arrive?',
  },
  statuses_polled: { sentence: ({ due }) => `Order statuses are polled in time: ${number(due)} due.` },
  statuses_late: {
    sentence: ({ due, minutes }) =>
      `${number(due)} order statuses are late, the oldest by ${number(minutes)} min.`,
    advice: 'Allow more calls per second at the provider, if it permits.',
  },
  webhooks_handled: { sentence: ({ due }) => `Payment webhooks are handled in time: ${number(due)} due.` },
  webhooks_wait: {
    sentence: ({ due, minutes }) =>
      `${number(due)} payment webhooks wait, the oldest for ${number(minutes)} min.`,
    advice: 'Test the gateway in Payment Methods. Nothing is lost: open deposits are polled too.',
  },

  providers_none: {
    sentence: 'No provider is turned on.',
    advice: 'Add one under Providers, unless you deliver everything manually.',
  },
  providers_good: { sentence: ({ count }) => `Providers that respond: ${count}.` },
  provider_stopped: {
    sentence: ({ provider }) => `Sending to ${provider} has stopped.`,
    advice: 'Resolve its orders in review, then resume the provider on its page.',
  },
  provider_paused: {
    sentence: ({ provider }) => `${provider} is paused after errors.`,
    advice: 'It resumes after the next successful call. Its page shows the last error.',
  },
  provider_refuses_funds: {
    sentence: ({ provider }) => `${provider} rejects orders: not enough funds.`,
    advice: 'Top up your account there. Waiting orders are sent automatically.',
  },
  provider_refuses_key: {
    sentence: ({ provider }) => `${provider} rejects your API key.`,
    advice: 'Enter the key again on its page.',
  },
  provider_refuses_address: {
    sentence: ({ provider }) => `${provider} rejects this server's IP address.`,
    advice: 'Allow this server in your account settings there.',
  },
  provider_costs_unclear: {
    sentence: ({ provider }) => `Costs of ${provider} can't be trusted: none of its services is sold.`,
    advice: 'Its page shows whether the currency or a charge differs, and how to continue.',
  },
  provider_low: {
    sentence: ({ provider }) => `The balance at ${provider} is below your threshold.`,
    advice: 'Top up your account there.',
  },
  provider_silent: {
    sentence: ({ provider, minutes }) => `${provider} last responded ${ago(minutes)}.`,
    advice: 'Run its connection test.',
  },
  provider_never_read: {
    sentence: ({ provider }) => `No response of ${provider} is recorded.`,
    advice: 'Run its connection test.',
  },

  gateways_none: {
    sentence: 'No payment gateway is turned on.',
    advice: 'Turn one on in Payment Methods, unless you only take manual payments.',
  },
  gateway_good: {
    sentence: ({ gateway, minutes }) => `${gateway} is on; its last webhook came ${ago(minutes)}.`,
  },
  gateway_quiet: { sentence: ({ gateway }) => `${gateway} is on; no webhook has come yet.` },
  gateway_refused: {
    sentence: ({ gateway, minutes }) =>
      `A webhook of ${gateway} was rejected ${ago(minutes)}: its signature was wrong.`,
    advice: 'Compare the key or webhook secret with the one at the gateway. Payments are polled meanwhile.',
  },
  gateway_list_unread: {
    sentence: ({ gateway, fault }) => `The list of payments at ${gateway} couldn't be read: ${quote(fault)}`,
    advice: 'Test the gateway in Payment Methods.',
  },

  email_none: {
    sentence: 'No mail server is set up: emails wait.',
    advice: 'Enter one in the email settings.',
  },
  email_sandbox: { sentence: "Emails go to the sandbox's mailbox." },
  email_unused: { sentence: 'A mail server is set up; no email has been sent lately.' },
  email_good: { sentence: ({ minutes }) => `The last email was sent ${ago(minutes)}.` },
  email_failing: {
    sentence: ({ due }) => `The mail server accepts nothing: ${number(due)} emails wait for another try.`,
    advice: 'Send a test email in the email settings: it shows the reason.',
  },
  emails_failed: {
    sentence: ({ count }) => `Emails rejected within a day: ${number(count)}.`,
    advice: 'Failures shows the reasons, and sends them again.',
  },
  emails_wait: {
    sentence: ({ due, minutes }) => `${number(due)} emails wait, the oldest for ${number(minutes)} min.`,
    advice: 'Send a test email in the email settings: it shows the reason.',
  },

  backup_good: {
    sentence: ({ minutes, bytes: size }) => `The last backup was made ${ago(minutes)} (${bytes(size)}).`,
  },
  backup_late: {
    sentence: ({ minutes, bytes: size }) => `The last backup was made ${ago(minutes)} (${bytes(size)}).`,
    advice: 'Settings → Backups shows what happened since, and makes one now.',
  },
  backup_missing: {
    sentence: 'No automatic backup was made in time.',
    advice: 'Settings → Backups shows what happened, and makes one now.',
  },
  backup_none: {
    sentence: 'No backup was made.',
    advice: 'Turn on automatic backups in Settings → Backups.',
  },
  backup_failed: { sentence: 'The last backup failed.', advice: 'Settings → Backups shows why.' },
  backup_running: {
    sentence: ({ bytes: size }) => `A backup is being made: ${bytes(size)} so far.`,
  },
  backup_checked: {
    sentence: ({ minutes }) => `The backup that was checked ${ago(minutes)} can be restored.`,
  },
  backup_damaged: {
    sentence: ({ minutes }) => `The backup that was checked ${ago(minutes)} is not good.`,
    advice: 'Settings → Backups shows why. Make another one now, and check it.',
  },
  backup_unknown: {
    sentence: ({ minutes }) => `A backup couldn't be checked ${ago(minutes)}.`,
    advice: 'Settings → Backups shows why.',
  },

  ledger_good: { sentence: ({ minutes }) => `The ledger balances, as checked ${ago(minutes)}.` },
  ledger_wrong: {
    sentence: "The ledger doesn't balance.",
    advice: "Run “npm run audit”, and don't change balances until you know why.",
  },
  ledger_unchecked: { sentence: 'The nightly ledger check has not run yet.' },
  ledger_checked: { sentence: ({ minutes }) => `The ledger check passed ${ago(minutes)}.` },
  ledger_check_late: {
    sentence: ({ minutes }) => `The ledger was last checked ${ago(minutes)}.`,
    advice: "It runs every night on a worker. Its log says why it didn't.",
  },
  ledger_broken: {
    sentence: ({ minutes, count }) => `The ledger check found violations ${ago(minutes)}: ${number(count)}.`,
    advice: "Run “npm run audit”, and don't change balances until you know why.",
  },
}
