import { createServer, type AddressInfo, type Socket } from 'node:net'

import type { ReceivedEmail } from './email.ts'

const HOST = '127.0.0.1'
const EMAIL_BYTES_MAX = 1_048_576
const IDLE_MS = 60_000

/** Receivers of this domain are refused permanently, to show how the product handles that. */
const REFUSED = '@refused.example'

/** The server's response to the next email instead of accepting it. */
export type SmtpFault = 'defer' | 'refuse' | 'hang_up'

type Session = { from: string; to: string[]; data: string[] | undefined; bytes: number }

/**
 * Receives emails over SMTP (RFC 5321) from this machine, without TLS or authentication, and passes each to `take`
 * before confirming it. If the preferred port is in use, takes a free one.
 */
export async function serveSmtp({
  port,
  take,
  nextFault,
}: {
  port: number
  take: (email: Omit<ReceivedEmail, 'at'>) => void
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
  if (!(await listen(port)) && !(await listen(0))) throw new Error('no free port for SMTP')
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

/** Handles one line; returns the state of the session after it. */
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
    // A leading dot is doubled in transit.
    if (bytes <= EMAIL_BYTES_MAX) data.push(line.startsWith('.') ? line.slice(1) : line)
    return { ...session, data, bytes: bytes + line.length + 2 }
  }
  const fault = hooks.nextFault()
  if (fault === 'hang_up') socket.destroy()
  else if (fault === 'defer') say('451 come again later')
  else if (fault === 'refuse' || bytes > EMAIL_BYTES_MAX) say('554 not taken')
  else {
    hooks.take({ from: session.from, to: session.to, raw: data.join('\r\n') })
    say('250 taken')
  }
  return fresh()
}
