import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { AppError, fieldsOf } from '#contract/base/errors.ts'
import type { Language } from '#contract/base/languages.ts'
import { limits } from '#contract/base/limits.ts'
import { foreignPlatformOf, toLinkKey } from '#contract/orders/links.ts'
import { type MassOrderLine, toLineDraft } from '#contract/orders/mass-orders.ts'
import { type Money, money } from '#contract/base/money.ts'
import { type OrderDraft, priceOf } from '#contract/orders/order-rules.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { massOrderText } from './texts.en.ts'
import { orderFormText } from '#web/parts/orders/texts.en.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { refuseAmbiguous } from '#web/ui/fields/typed-number.ts'
import { readLine, splitLines } from './read-lines.ts'

/** The data that lines are checked against. */
export type Catalogue = {
  byId: ReadonlyMap<number, IndexedService>
  rates: CustomerRates | undefined
  language: Language
}

/** One line on its own: an order with its price, or its problem as text. */
export type Checked =
  | {
      problem?: undefined
      service: IndexedService
      draft: OrderDraft
      asked: MassOrderLine
      price: Money
      /** The link looks like another platform's, which may be intended. */
      doubt: string | undefined
    }
  | { problem: string; service: IndexedService | undefined }

export type CheckedLine = {
  number: number
  text: string
  checked: Checked
  /** An earlier line with the same order. */
  sameAs: number | undefined
}

export type CheckedLines = {
  lines: readonly CheckedLine[]
  /** Lines beyond a mass order's limit, which are not checked. */
  tooMany: number
  ready: number
  wrong: number
  total: Money
}

export type Checker = (text: string) => CheckedLines

/**
 * Caches the result of each line, so that a keystroke in one of 200 lines checks only that one, and the other rows keep
 * their identity.
 */
export function makeChecker(catalogue: Catalogue): Checker {
  let known = new Map<string, Checked>()
  return (text) => {
    const typed = splitLines(text)
    const seen = new Map<string, Checked>()
    const firsts = new Map<string, number>()
    const lines = typed.slice(0, limits.massLinesMax).map((line) => {
      const checked = known.get(line.text) ?? checkLine(catalogue, line.text)
      seen.set(line.text, checked)
      const key = checked.problem === undefined ? keyOf(checked) : undefined
      const sameAs = key === undefined ? undefined : firsts.get(key)
      if (key !== undefined && sameAs === undefined) firsts.set(key, line.number)
      return { ...line, checked, sameAs }
    })
    // Drops removed lines, or every version of every line would accumulate.
    known = seen
    const wrong = lines.filter(({ checked }) => checked.problem !== undefined).length
    return {
      lines,
      tooMany: typed.length - lines.length,
      ready: lines.length - wrong,
      wrong,
      total: money(lines.reduce((sum, { checked }) => sum + priceIn(checked), 0n)),
    }
  }
}

function priceIn(checked: Checked): bigint {
  return checked.problem === undefined ? checked.price : 0n
}

function keyOf({ service, draft }: { service: IndexedService; draft: OrderDraft }): string {
  return `${service.id} ${toLinkKey(draft.link)}`
}

function checkLine({ byId, rates, language }: Catalogue, text: string): Checked {
  const line = readLine(language, text)
  const problem = (key: 'noService' | 'unclear' | 'packageOnce') => sayIn(language, massOrderText, key)
  if (line.form === 'no_service') return { problem: problem('noService'), service: undefined }
  if (line.form === 'unclear') return { problem: problem('unclear'), service: undefined }
  const service = byId.get(line.id)
  if (service === undefined)
    return {
      problem: sayIn(language, massOrderText, 'serviceUnknown', { id: String(line.id) }),
      service: undefined,
    }
  // A typed quantity means that many, but a package is ordered once.
  const isOnce = rulesOf(service.type).quantity === 'one'
  if (isOnce && line.typedQuantity !== '' && line.quantity !== 1)
    return { problem: problem('packageOnce'), service }
  const unclear = refuseAmbiguous(language, line.typedQuantity, { kind: 'quantity' })
  if (unclear !== undefined) return { problem: unclear, service }
  const asked: MassOrderLine = {
    service_id: service.id,
    link: line.link,
    ...(!isOnce && line.quantity !== undefined && { quantity: line.quantity }),
  }
  try {
    const draft = toLineDraft(service, asked)
    const price = priceOf(service.type, rateFor(service, rates), draft.quantity)
    return { service, draft, asked, price, doubt: doubtOf(language, service, draft.link) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: Object.values(sayRefusedFields(language, fieldsOf(error))).join('. '), service }
  }
}

function doubtOf(language: Language, { platform: sold }: IndexedService, link: string): string | undefined {
  const linked = foreignPlatformOf(link, sold)
  return linked === undefined ? undefined : sayIn(language, orderFormText, 'linkMismatch', { linked, sold })
}
