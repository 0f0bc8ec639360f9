import * as z from 'zod/mini'

import { type Coded, nothing } from './codes.ts'

const withError = z.object({ error: z.string() })
const withStatus = z.object({ http_status: z.int() })
const withWord = z.object({ status: z.string() })
const withCode = z.object({ error_code: z.string() })

/**
 * Why a call to another system failed, with details. `error` is quoted from its answer; `error_code` is the code of our own
 * network library. The sentences are in `words/`.
 */
export const faults = {
  // No connection, or no complete answer
  /** Not on the public internet, and not in a network that the operator allowed. */
  address_refused: nothing,
  address_odd: nothing,
  name_unknown: nothing,
  name_not_looked_up: nothing,
  connection_refused: nothing,
  connection_reset: nothing,
  connection_closed: nothing,
  connection_failed: withCode,
  unreachable: nothing,
  not_connected: nothing,
  tls_failed: withCode,
  no_answer: nothing,
  stopped: nothing,
  answer_too_large: nothing,
  answer_packed: nothing,
  // Answers
  said: withError,
  /** An unknown error, the same for several customers within minutes. */
  said_to_many: z.object({ error: z.string(), customers: z.int() }),
  /** An error without a reason. */
  no_reason: nothing,
  said_with_status: z.object({ http_status: z.int(), error: z.string() }),
  http_status: withStatus,
  moved: z.object({ location: z.string() }),
  not_json: nothing,
  // Providers
  no_balance: nothing,
  no_services: nothing,
  no_order_id: nothing,
  order_id_with_error: z.object({ provider_order: z.string(), error: z.string() }),
  /** The id that it answered with belongs to another order of ours. */
  order_id_held: z.object({ provider_order: z.string(), held_by: z.int() }),
  /** It accepted the order, which had been decided otherwise meanwhile. */
  accepted_too_late: z.object({ provider_order: z.string() }),
  /** Staff released the id, which the order held by mistake. */
  order_id_released: z.object({ provider_order: z.string() }),
  no_refill_id: nothing,
  /** Its answer leaves the refill out. */
  refill_left_out: nothing,
  refill_status: withWord,
  other_currency: z.object({ currency: z.string(), account_currency: z.string() }),
  sending_cut_short: nothing,
  /** The order was decided otherwise before it was sent. */
  decided_meanwhile: nothing,
  provider_takes_none: nothing,
  /** Its time for being sent had passed. */
  sent_too_late: nothing,
  /** Not called, because of our configuration. */
  no_key: nothing,
  key_unreadable: nothing,
  many_waiting: nothing,
  // Payment gateways
  no_gateway_account: nothing,
  no_list: nothing,
  no_payment: nothing,
  /** The answer is about another payment. */
  other_payment: nothing,
  payment_not_found: nothing,
  payment_not_listed: z.object({ payments: z.int() }),
  list_too_long: nothing,
  earlier_try: nothing,
  /** Money moved for a payment that is not in this database. */
  deposit_unknown: withWord,
  keys_refused: nothing,
  keys_missing: nothing,
  key_of_other: z.object({ account: z.string() }),
  // Certificates
  certificate_expired: nothing,
  certificate_early: nothing,
  certificate_self_signed: nothing,
  certificate_untrusted: nothing,
  certificate_incomplete: nothing,
  certificate_other_name: nothing,
  // Mail servers
  sign_in_refused: withError,
  sender_refused: withError,
  receiver_refused: withError,
  email_refused: withError,
  no_mail_protocol: withError,
  // Jobs
  /** Our bug; the log has the error. */
  job_failed: nothing,
  /** It took too long. */
  job_timed_out: nothing,
  /** The process ended in the middle of each try. */
  job_killed: nothing,
  /** Queued when the archive was written that the database was restored from. */
  restored: nothing,
  // File storage
  /** The stored file was changed. */
  other_bytes: nothing,
  disk_full: nothing,
  disk_closed: nothing,
  folder_missing: nothing,
  disk_failed: withCode,
  // Backups
  /** Incomplete, altered, or no backup. */
  backup_damaged: nothing,
  /** Sealed with another passphrase than that of the settings. */
  backup_passphrase: nothing,
  /** Of another version or another schema. */
  backup_unfit: nothing,
  backup_gone: nothing,
  /** Distributed tables are backed up by the cluster's own tools. */
  backup_of_cluster: nothing,
  /** Files are in a bucket, and the settings name none. */
  backup_no_storage: nothing,
  /** It, and 512 MB beside it, would not fit on the disk of this folder. */
  backup_no_space: z.object({ folder: z.string(), needed_bytes: z.int(), free_bytes: z.int() }),
  /** The folder has none of the backups that were made there, as a mount point without its disk. */
  backup_other_folder: nothing,
  /** Every stored file is missing. */
  backup_no_files: nothing,
  /** It was made without files that were missing in their store. */
  backup_lacks_files: z.object({ files: z.int() }),
  /** The PostgreSQL that checks are made with is not installed. */
  no_embedded_postgres: nothing,
  // Translators
  no_translation: nothing,
} as const

export type Fault = Coded<typeof faults>
