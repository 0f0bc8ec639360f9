import type { Socket } from 'node:net'

import { makeFlow, type LineConditions } from './line-conditions.ts'
import { makeMessageReader, type Message } from './read-messages.ts'
import { type ExchangeKind, watchExchange } from './watch-exchange.ts'

/** What to do with an answer that reports a durable change, once it has come from the server. */
export type Drop = {
  /** Runs when the server has committed and the client does not know yet. */
  meanwhile: () => Promise<void>
  /** Called if the answer was a failure: nothing was committed, and the drop remains for another answer. */
  giveBack: () => void
}

export type Line = {
  /** Both ends are notified immediately. */
  cut: () => void
  /** Half of the next answer passes, then both ends see the connection close. */
  cutInTheMiddle: () => void
  /** The client's end stays open but nothing passes; the server's end is closed or open. */
  die: (options: { isServerGone: boolean }) => void
}

const REFUSED = Buffer.from('N')
const MIDDLE_PATIENCE_MS = 1000

/** Joins a client to a server and interferes on request. */
export function joinLine(options: {
  near: Socket
  far: Socket
  conditions: { up: LineConditions; down: LineConditions }
  /** Called at the start of each exchange that makes something durable. */
  findDrop: (kind: ExchangeKind) => Drop | undefined
}): Line {
  const { near, far, conditions, findDrop } = options
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
    // Encryption is refused: encrypted traffic could not be read here.
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
    // Nothing follows half a message.
    isDead = true
    near.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), cut)
  }

  const readClient = makeMessageReader({ from: 'client' })
  const readServer = makeMessageReader({ from: 'server' })
  const flows = { up: makeFlow(conditions.up), down: makeFlow(conditions.down) }
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
    near.cork() // a row is a message, and a list of rows is still one packet
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
