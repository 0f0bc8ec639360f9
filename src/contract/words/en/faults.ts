import type { FaultWords } from '#contract/words/words.ts'

/** They follow a colon, and so begin small. */
export const faults: FaultWords = {
  address_refused: 'the address is not on the open internet; ALLOW_PRIVATE_ADDRESSES names other networks',
  address_odd: 'this is no address that can be called',
  name_unknown: 'the name of the server is not known',
  name_not_looked_up: 'the name of the server cannot be looked up now',
  connection_refused: 'the server refuses connections',
  connection_reset: 'the connection was reset',
  connection_closed: 'the connection was closed',
  connection_failed: ({ error_code: code }) =>
    code === '' ? 'the connection failed' : `the connection failed (${code})`,
  unreachable: 'the server cannot be reached',
  not_connected: 'the server does not answer',
  tls_failed: ({ error_code: code }) =>
    code === '' ? 'no secure connection could be made' : `no secure connection could be made (${code})`,
  no_answer: 'no answer in time',
  stopped: 'it was stopped',
  answer_too_large: 'the answer is too large',
  answer_packed: 'the answer cannot be unpacked',
  said: ({ error }) => `it answers: ${error}`,
  said_to_many: ({ error, customers }) =>
    `it refused the orders of ${customers} customers with the same unrecognized message: ${error}`,
  said_with_status: ({ http_status: status, error }) => `HTTP ${status}: ${error}`,
  http_status: ({ http_status: status }) => `it answered HTTP ${status}`,
  moved: ({ location }) => `it has moved to ${location}: please enter that as its address`,
  not_json: 'it answered something that is not JSON',
  no_balance: 'it answered no balance',
  no_services: 'it offers no services',
  no_order_id: 'its answer holds no order id',
  order_id_with_error: ({ provider_order: id, error }) =>
    `it gave the id ${id} together with an error: ${error}`,
  other_currency: ({ currency, account_currency: own }) =>
    `its balance is in ${currency}, but the account says ${own}`,
  sending_cut_short: 'the sending was cut short',
  no_key: 'it has no key yet',
  key_unreadable: 'its key cannot be read: please enter it again',
  many_waiting: 'too many calls to it are waiting',
  sign_in_refused: ({ error }) => `it refuses the user name or the password: ${error}`,
  sender_refused: ({ error }) => `it does not send from this address: ${error}`,
  receiver_refused: ({ error }) => `it does not take letters to this receiver: ${error}`,
  letter_refused: ({ error }) => `it refuses the letter: ${error}`,
  no_mail_protocol: ({ error }) => `what answers there is not understood: ${error}`,
  job_failed: 'the job failed; the server log has the details',
  job_timed_out: 'the job took too long',
  job_killed: 'the server stopped during each try',
  other_bytes: 'what was read is not what was kept',
  disk_full: 'the disk is full',
  disk_closed: 'the folder cannot be written to',
  disk_failed: ({ error_code: code }) => (code === '' ? 'the disk failed' : `the disk failed (${code})`),
  no_translation: 'what it answered is no translation',
  note: ({ text }) => text,
}
