import { createServer, type AddressInfo, type Socket } from 'node:net'

import type { TakenLetter } from './letter.ts'

const HOST = '127.0.0.1'
const LETTER_BYTES_MAX = 1_048_576
const IDLE_MS = 60_000

/** What the server says to the next letter instead of taking it. */
/** Whoever has an address there is refused for good, so that one can see what becomes of such a letter. */
const REFUSED = '@refused.example'

export type SmtpFault = 'defer' | 'refuse' | 'hang_up'

type Session = { from: string; to: string[]; data: string[] | undefined; bytes: number }

/**
 * Takes letters over SMTP (RFC 5321) from this machine, without TLS and without a sign-in, and hands each to `take`
 * before it says that it has it. A preferred port that is taken gives way to a free one.
 */
export async function serveSmtp({
  port,
  take,
  nextFault,
}: {
  port: number
  take: (letter: Omit<TakenLetter, 'at'>) => void
  nextFault: () => SmtpFault | undefined
}): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    converse(socket, { take, nextFault })
  })
  const listen = (wanted: number) =>
    new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(wanted, HOST, () => resolve(true))
    })
  if (!(await listen(port)) && !(await listen(0))) throw new Error('no port for letters can be listened on')
  return {
    port: (server.address() as AddressInfo).port, // a server that listens on TCP has one
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Hooks = Pick<Parameters<typeof serveSmtp>[0], 'take' | 'nextFault'>

function converse(socket: Socket, hooks: Hooks): void {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let session = fresh()
  let rest = ''
  say('220 sandbox mailbox')
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) session = answer(line, { session, say, socket, hooks })
  })
}

function fresh(): Session {
  return { from: '', to: [], data: undefined, bytes: 0 }
}

type Turn = { session: Session; say: (line: string) => void; socket: Socket; hooks: Hooks }

/** One line; answers how the session stands after it. */
function answer(line: string, turn: Turn): Session {
  const { session, say, socket } = turn
  if (session.data !== undefined) return takeLine(line, turn)
  const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
  const address = /<([^<>]*)>/.exec(rest)?.[1] ?? ''
  switch (verb.toUpperCase()) {
    case 'EHLO':
    case 'HELO':
      say('250 sandbox')
      return fresh()
    case 'MAIL':
      say('250 go on')
      return { ...fresh(), from: address }
    case 'RCPT':
      if (address.endsWith(REFUSED)) {
        say('550 nobody by that name here')
        return session
      }
      say('250 go on')
      return { ...session, to: [...session.to, address] }
    case 'DATA':
      say(session.to.length === 0 ? '503 to whom?' : '354 end with a dot')
      return session.to.length === 0 ? session : { ...session, data: [] }
    case 'QUIT':
      socket.end('221 bye\r\n')
      return session
    default:
      say(verb.toUpperCase() === 'RSET' || verb.toUpperCase() === 'NOOP' ? '250 yes' : '502 not known')
      return verb.toUpperCase() === 'RSET' ? fresh() : session
  }
}

function takeLine(line: string, { session, say, socket, hooks }: Turn): Session {
  const { data = [], bytes } = session
  if (line !== '.') {
    // A dot at the beginning of a line was doubled on its way.
    if (bytes <= LETTER_BYTES_MAX) data.push(line.startsWith('.') ? line.slice(1) : line)
    return { ...session, data, bytes: bytes + line.length + 2 }
  }
  const fault = hooks.nextFault()
  if (fault === 'hang_up') socket.destroy()
  else if (fault === 'defer') say('451 come again later')
  else if (fault === 'refuse' || bytes > LETTER_BYTES_MAX) say('554 not taken')
  else {
    hooks.take({ from: session.from, to: session.to, raw: data.join('\r\n') })
    say('250 taken')
  }
  return fresh()
}
