import type { Socket } from 'node:net'

import { makeFlow, type Weather } from './line-weather.ts'
import { makeMessageReader, type Message } from './read-messages.ts'
import { type ExchangeKind, watchExchange } from './watch-exchange.ts'

/** What to do with an answer that says that something was made durable, once it has come from the server. */
export type Drop = {
  /** Done while the server has committed and the client does not know it. */
  meanwhile: () => Promise<void>
  /** The answer was a failure: nothing was committed, and the drop is for another one. */
  giveBack: () => void
}

export type Line = {
  /** Both ends hear it at once. */
  cut: () => void
  /** The next answer comes through by half, then both ends hear that the line is gone. */
  cutInTheMiddle: () => void
  /** The client's end stays open and nothing comes through any more; the server's end may be gone or open, too. */
  die: (options: { isServerGone: boolean }) => void
}

const REFUSED = Buffer.from('N')
const MIDDLE_PATIENCE_MS = 1000

/** Joins a client to a server, and comes between them when it is told to. */
export function joinLine(options: {
  near: Socket
  far: Socket
  weather: { up: Weather; down: Weather }
  /** Asked at the beginning of each exchange that makes something durable. */
  findDrop: (kind: ExchangeKind) => Drop | undefined
}): Line {
  const { near, far, weather, findDrop } = options
  const watch = watchExchange()
  let isDead = false
  let isToBeHalved = false
  let drop: Drop | undefined
  let held: Buffer[] = []

  const cut = () => {
    near.destroy()
    far.destroy()
  }
  const toServer = ({ type, bytes }: Message) => {
    // Encryption is refused: what is under it could not be read here.
    if (type === 'ssl' || type === 'gss') return void near.write(REFUSED)
    far.write(bytes)
  }
  const toClient = (message: Message) => {
    const { isOver, hasFailed } = watch.fromServer(message)
    if (drop === undefined) return deliver(message.bytes)
    held.push(message.bytes)
    if (!isOver) return
    const { meanwhile, giveBack } = drop
    drop = undefined
    if (hasFailed) {
      giveBack()
      deliver(Buffer.concat(held))
    } else void meanwhile().finally(cut)
    held = []
  }
  const deliver = (bytes: Buffer) => {
    if (!isToBeHalved) return void near.write(bytes)
    // Nothing follows a half: no line puts the next message into the middle of one.
    isDead = true
    near.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), cut)
  }

  const readClient = makeMessageReader({ from: 'client' })
  const readServer = makeMessageReader({ from: 'server' })
  const flows = { up: makeFlow(weather.up), down: makeFlow(weather.down) }
  near.on('data', (chunk: Buffer) => {
    far.cork()
    for (const message of readClient(chunk)) {
      const kind = watch.fromClient(message)
      if (kind !== undefined && kind !== 'other') drop = findDrop(kind)
      flows.up(() => isDead || toServer(message))
    }
    far.uncork()
  })
  far.on('data', (chunk: Buffer) => {
    near.cork() // a row is a message: a list of them is one packet all the same
    for (const message of readServer(chunk)) flows.down(() => isDead || toClient(message))
    near.uncork()
  })
  near.on('error', () => near.destroy()).on('close', () => flows.up(() => void far.destroy()))
  far.on('error', () => far.destroy()).on('close', () => flows.down(() => isDead || void near.destroy()))

  return {
    cut,
    cutInTheMiddle: () => {
      isToBeHalved = true
      setTimeout(cut, MIDDLE_PATIENCE_MS).unref()
    },
    die: ({ isServerGone }) => {
      isDead = true
      if (isServerGone) far.destroy()
    },
  }
}
