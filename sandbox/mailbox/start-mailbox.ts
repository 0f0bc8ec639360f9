import { join } from 'node:path'

import { guardControl } from '#sandbox/http/guard-control.ts'
import { readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { htmlAnswer, jsonAnswer, send, type Answer } from '#sandbox/http/send.ts'
import { type Exchange, serveOnLoopback } from '#sandbox/http/serve-on-loopback.ts'
import { openJournal } from '#sandbox/journal.ts'
import { parseEmail, type ParsedEmail, type ReceivedEmail } from './email.ts'
import { renderMailbox } from './mailbox-page.ts'
import { serveSmtp, type SmtpFault } from './serve-smtp.ts'

export type MailboxOptions = {
  /** The page's port; 0 or undefined: any free port. */
  port?: number
  /** Where emails are stored; undefined: in memory. */
  stateDir?: string
  isSynced?: boolean
  log?: (line: string) => void
}
export type SandboxMailbox = {
  /** The page for people; emails as JSON at `{url}/sandbox/emails`. */
  url: string
  smtpPort: number
  stop: () => Promise<void>
}

const EMAILS_SHOWN = 200
const FAULTS: readonly SmtpFault[] = ['defer', 'refuse', 'hang_up']
type Entry = { email: ReceivedEmail } | { smtpPort: number }

/** Receives emails over SMTP and shows them on its page; none are delivered. */
export async function startSandboxMailbox(options: MailboxOptions = {}): Promise<SandboxMailbox> {
  const { port = 0, stateDir, log = () => {} } = options
  const server = await serveOnLoopback({ port, log })
  const emails: ParsedEmail[] = []
  const faults: SmtpFault[] = []
  let portBefore = 0
  const add = (email: ReceivedEmail) => {
    emails.unshift(parseEmail(email))
    emails.splice(EMAILS_SHOWN)
  }
  const journal = openJournal<Entry>({
    path: stateDir === undefined ? undefined : join(stateDir, 'mailbox.journal'),
    isSynced: options.isSynced,
    replay: (entry) => {
      if ('email' in entry) add(entry.email)
      else portBefore = entry.smtpPort
    },
  })
  const smtp = await serveSmtp({
    port: portBefore,
    take: (taken) => {
      const email = { at: new Date().toISOString(), ...taken }
      journal.append({ email })
      add(email)
    },
    nextFault: () => faults.shift(),
  })
  if (smtp.port !== portBefore) journal.append({ smtpPort: smtp.port })
  server.answerWith(async (exchange) => {
    guardControl(exchange.request)
    send(exchange.response, await answer(exchange, emails, faults))
  })
  return {
    url: server.url,
    smtpPort: smtp.port,
    stop: async () => {
      await Promise.all([server.stop(), smtp.stop()])
      journal.close()
    },
  }
}

async function answer(
  { request, url }: Exchange,
  emails: readonly ParsedEmail[],
  faults: SmtpFault[],
): Promise<Answer> {
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      return htmlAnswer(renderMailbox(emails))
    case 'GET /sandbox/emails':
      return jsonAnswer(emails)
    case 'POST /sandbox/faults': {
      const { kind, times = 1 } = await readControlBody(request)
      const fault = FAULTS.find((one) => one === kind)
      if (fault === undefined) refuse(400, `\`kind\` must be one of ${FAULTS.join(', ')}.`)
      faults.push(...Array.from({ length: Math.min(Number(times) || 1, 1_000) }, () => fault))
      return jsonAnswer({ faults })
    }
    default:
      return jsonAnswer({ error: 'Not found' }, 404)
  }
}
