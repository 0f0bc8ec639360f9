import { join } from 'node:path'

import { guardControl } from '#sandbox/http/guard-control.ts'
import { readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { htmlAnswer, jsonAnswer, send, type Answer } from '#sandbox/http/send.ts'
import { type Exchange, serveOnLoopback } from '#sandbox/http/serve-on-loopback.ts'
import { openJournal } from '#sandbox/journal.ts'
import { readLetter, type ReadLetter, type TakenLetter } from './letter.ts'
import { renderMailbox } from './mailbox-page.ts'
import { serveSmtp, type SmtpFault } from './serve-smtp.ts'

export type MailboxOptions = {
  /** Of the page; 0 or absent: any free port. */
  port?: number
  /** Where letters are kept; absent: in memory. */
  stateDir?: string
  isSynced?: boolean
  log?: (line: string) => void
}
export type SandboxMailbox = {
  /** The page that a person opens; letters as JSON at `{url}/sandbox/letters`. */
  url: string
  smtpPort: number
  stop: () => Promise<void>
}

const LETTERS_SHOWN = 200
const FAULTS: readonly SmtpFault[] = ['defer', 'refuse', 'hang_up']
type Entry = { letter: TakenLetter } | { smtpPort: number }

/** Takes letters over SMTP and shows them to whoever opens its page: nobody gets them. */
export async function startSandboxMailbox(options: MailboxOptions = {}): Promise<SandboxMailbox> {
  const { port = 0, stateDir, log = () => {} } = options
  const server = await serveOnLoopback({ port, log })
  const letters: ReadLetter[] = []
  const faults: SmtpFault[] = []
  let portBefore = 0
  const add = (letter: TakenLetter) => {
    letters.unshift(readLetter(letter))
    letters.splice(LETTERS_SHOWN)
  }
  const journal = openJournal<Entry>({
    path: stateDir === undefined ? undefined : join(stateDir, 'mailbox.journal'),
    isSynced: options.isSynced,
    replay: (entry) => {
      if ('letter' in entry) add(entry.letter)
      else portBefore = entry.smtpPort
    },
  })
  const smtp = await serveSmtp({
    port: portBefore,
    take: (taken) => {
      const letter = { at: new Date().toISOString(), ...taken }
      journal.append({ letter })
      add(letter)
    },
    nextFault: () => faults.shift(),
  })
  if (smtp.port !== portBefore) journal.append({ smtpPort: smtp.port })
  server.answerWith(async (exchange) => {
    guardControl(exchange.request)
    send(exchange.response, await answer(exchange, letters, faults))
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
  letters: readonly ReadLetter[],
  faults: SmtpFault[],
): Promise<Answer> {
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      return htmlAnswer(renderMailbox(letters))
    case 'GET /sandbox/letters':
      return jsonAnswer(letters)
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
