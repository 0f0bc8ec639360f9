import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { MassOrderLine, placeMassOrder } from '#contract/orders/mass-orders.ts'
import { money } from '#contract/base/money.ts'
import type { CheckedLine } from './check-lines.ts'

/** A request under one key, with no response yet. Stored before it is sent, so that it can be repeated. */
export type Sent = { key: string; lines: readonly SentLine[] }
/** `price`: the shown price in units, as text for JSON. */
export type SentLine = { number: number; text: string; asked: MassOrderLine; price?: string }
type Results = AnswerOf<typeof placeMassOrder>['results']

export function toSentLines(lines: readonly CheckedLine[]): SentLine[] {
  return lines.flatMap(({ number, text, checked }) =>
    checked.problem === undefined
      ? [{ number, text, asked: checked.asked, price: String(checked.price) }]
      : [],
  )
}

/** The same request with the same prices at every attempt; one stored by a version without prices has none. */
export function toBody(lines: readonly SentLine[]): { lines: MassOrderLine[] } {
  return {
    lines: lines.map(({ asked, price }) => ({
      ...asked,
      ...(price !== undefined && { price: money(BigInt(price)) }),
    })),
  }
}

/** The box's text without the placed lines, by line number, since the box was locked meanwhile. */
export function withoutPlaced(text: string, sent: Sent, results: Results): string {
  const placed = new Set(
    sent.lines.flatMap(({ number }, at) => {
      const result = results[at]
      return result !== undefined && 'order' in result ? [number] : []
    }),
  )
  return text
    .split(/\r\n|\r|\n/)
    .filter((line, at) => line.trim() !== '' && !placed.has(at + 1))
    .join('\n')
}

/** The request stored by this page; undefined if there is none or it can't be read. */
export function readSent(kept: string | undefined): Sent | undefined {
  try {
    return kept === undefined || kept === '' ? undefined : (JSON.parse(kept) as Sent) // only written by `keepSent`
  } catch {
    return undefined
  }
}

export function keepSent(sent: Sent | undefined): string {
  return sent === undefined ? '' : JSON.stringify(sent)
}
