import type { Fault } from '#contract/base/faults.ts'
import { codeOf, toCodeFault, toFault } from '#server/lib/http/outbound/to-fault.ts'

const SAID_MAX = 300

/** Why an email was not accepted, by Nodemailer's codes; the server's own answer is quoted. */
export function toMailFault(error: unknown): Fault {
  const code = codeOf(error)
  const answer = textOf(error, 'response')
  const details = { error: toLine(answer || (error instanceof Error ? error.message : String(error))) }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return { code: 'sign_in_refused', details }
    case 'EENVELOPE':
      return { code: ofCommand(textOf(error, 'command')), details }
    case 'EMESSAGE':
      return { code: 'email_refused', details }
    case 'ETLS':
      return { code: 'tls_failed', details: { error_code: textOf(error, 'originalCode').slice(0, 60) } }
    case 'EPROTOCOL':
      return { code: 'no_mail_protocol', details }
    case 'EDNS':
    case 'ESOCKET':
    case 'ECONNECTION':
    case 'ETIMEDOUT':
      return answer === ''
        ? toConnectionFault(code, textOf(error, 'originalCode') || textOf(error, 'timeoutType'))
        : { code: 'said', details }
    default:
      return toFault(error)
  }
}

function ofCommand(command: string): 'receiver_refused' | 'sender_refused' | 'email_refused' {
  if (command === 'RCPT TO') return 'receiver_refused'
  return command === 'MAIL FROM' ? 'sender_refused' : 'email_refused'
}

/** Nodemailer stores the system's error code, or which timeout expired, next to its own code. */
function toConnectionFault(code: string, original: string): Fault {
  if (code === 'ETIMEDOUT')
    return { code: original === 'CONNECT_TIMEOUT' ? 'not_connected' : 'no_answer', details: {} }
  if (original === '') return { code: code === 'EDNS' ? 'name_unknown' : 'connection_closed', details: {} }
  return toCodeFault(original)
}

function textOf(error: unknown, name: 'response' | 'command' | 'originalCode' | 'timeoutType'): string {
  const text: unknown = typeof error === 'object' && error !== null && Reflect.get(error, name)
  return typeof text === 'string' ? text : ''
}

function toLine(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').slice(0, SAID_MAX)
}
