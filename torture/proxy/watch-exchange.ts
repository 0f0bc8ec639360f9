import { type Message, readText } from './read-messages.ts'

/** What an exchange makes durable: an explicit COMMIT, a single statement that writes, or nothing relevant. */
export type ExchangeKind = 'commit' | 'statement' | 'other'

export type ExchangeWatch = {
  /** The kind of the exchange that this message begins; undefined when it begins none. */
  fromClient: (message: Message) => ExchangeKind | undefined
  /** Whether this message ends the current exchange, and whether it failed. */
  fromServer: (message: Message) => { isOver: boolean; hasFailed: boolean }
}

/** Tracks the requests and responses of one connection, one at a time, as node-postgres sends them. */
export function watchExchange(): ExchangeWatch {
  const statements = new Map<string, string>()
  let bound = ''
  let isInTx = false
  let isAsking = false
  let hasFailed = false

  const begin = (text: string): ExchangeKind | undefined => {
    if (isAsking) return undefined
    isAsking = true
    hasFailed = false
    return kindOf(text, isInTx)
  }
  return {
    fromClient: ({ type, body }) => {
      if (type === 'Q') return begin(readText(body).text)
      if (type === 'P') {
        const name = readText(body)
        statements.set(name.text, readText(name.rest).text)
      }
      if (type === 'B') bound = statements.get(readText(readText(body).rest).text) ?? ''
      return type === 'E' ? begin(bound) : undefined
    },
    fromServer: ({ type, body }) => {
      if (type === 'E') hasFailed = true
      const isOver = type === 'Z'
      if (isOver) {
        isInTx = body.toString('latin1') !== 'I'
        isAsking = false
      }
      return { isOver, hasFailed }
    },
  }
}

function kindOf(text: string, isInTx: boolean): ExchangeKind {
  if (isInTx) return /^\s*(commit|end)\b/i.test(text) ? 'commit' : 'other'
  return /\b(insert\s+into|update|delete\s+from)\b/i.test(text) && !/^\s*begin\b/i.test(text)
    ? 'statement'
    : 'other'
}
