import { type Format, formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { moneyToNumber, parseMoney } from '#contract/base/money.ts'
import { type NumberKind, readNumber, writeNumber } from '#contract/base/read-number.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'

/** What a box of a number is for. `unit`: a currency other than the dollar, or a word that is not part of the figure. */
export type NumberBox = { kind: NumberKind; unit?: string | undefined }

/** "= $2,500.00", or both readings; undefined where there are digits alone, or where nothing can be read yet. */
export function sayReading(language: Language, text: string, box: NumberBox): string | undefined {
  if (/^\d*$/.test(text.trim())) return undefined
  const reading = readNumber(text, language, box.kind)
  if (reading.is === 'number') {
    const figure = sayNumber(language, reading.plain, box)
    return figure === undefined ? undefined : `= ${figure}`
  }
  if (reading.is !== 'ambiguous') return undefined
  const [one = '', other = ''] = reading.plains.map((plain) => sayNumber(language, plain, box))
  return sayIn(language, commonText, 'numberEither', { one, other })
}

/** Why a text is no number that could be sent: it is none, or it has two readings. */
export function refuseNumber(language: Language, text: string, box: NumberBox): string | undefined {
  const reading = readNumber(text, language, box.kind)
  if (reading.is === 'no_number')
    return sayIn(language, commonText, 'numberUnread', {
      text: text.trim(),
      example: writeNumber(examples[box.kind], language, box.kind),
    })
  return refuseAmbiguous(language, text, box)
}

/** The second alone, where a text that is no number is refused in other words. */
export function refuseAmbiguous(language: Language, text: string, box: NumberBox): string | undefined {
  const reading = readNumber(text, language, box.kind)
  if (reading.is !== 'ambiguous') return undefined
  const [one = '', other = ''] = reading.plains.map((plain) => sayNumber(language, plain, box))
  const [first = '', second = ''] = reading.plains.map((plain) =>
    writeNumber(withoutZeros(plain), language, box.kind),
  )
  return sayIn(language, commonText, 'numberAmbiguous', { text: text.trim(), one, other, first, second })
}

const examples: Readonly<Record<NumberKind, string>> = {
  money: '1250.50',
  rate: '1.25',
  percent: '12.5',
  quantity: '1250',
  whole: '1250',
}

/** An amount as in JSON. If money cannot have it, the schema says why it is refused. */
export function toWireMoney(plain: string): number | undefined {
  if (plain === '') return undefined
  const amount = parseMoney(plain)
  return amount === undefined ? Number(plain) : moneyToNumber(amount)
}

type Boxes = {
  /** Box → plain digits with one point; '' for an empty one. What is refused is not among them. */
  plains: Readonly<Record<string, string>>
  refusals: Readonly<Record<string, string>>
}

/** Reads every number of a form. Its boxes say of what kind they are: `NumberField` marks them. */
export function readBoxes(form: HTMLFormElement | null, language: Language): Boxes {
  const plains: Record<string, string> = {}
  const refusals: Record<string, string> = {}
  for (const box of form?.querySelectorAll<HTMLInputElement>('input[data-number]:enabled') ?? []) {
    const kind = box.dataset['number'] as NumberKind // NumberField writes it
    const reading = readNumber(box.value, language, kind)
    const refusal = refuseNumber(language, box.value, { kind, unit: box.dataset['unit'] })
    if (refusal !== undefined) refusals[box.name] = refusal
    else plains[box.name] = reading.is === 'number' ? reading.plain : ''
  }
  return { plains, refusals }
}

function sayNumber(language: Language, plain: string, { kind, unit }: NumberBox): string | undefined {
  const format = formatIn(language)
  if (kind === 'money' || kind === 'rate') return sayAmount(format, plain, unit)
  const figure = Number(plain).toLocaleString(language, { maximumFractionDigits: 8 })
  return kind === 'percent' ? `${figure}%` : figure
}

function sayAmount(format: Format, plain: string, unit: string | undefined): string | undefined {
  const amount = parseMoney(plain)
  if (amount === undefined) return undefined
  if (unit === undefined || unit === 'USD') return format.money(amount)
  const { main, tail } = format.moneyParts(amount)
  return `${main}${tail} ${unit}`
}

function withoutZeros(plain: string): string {
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
}
