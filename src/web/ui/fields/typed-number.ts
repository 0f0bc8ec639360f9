import { type Format, formatIn } from '#contract/base/format.ts'
import type { Language } from '#contract/base/languages.ts'
import { moneyToNumber, parseMoney } from '#contract/base/money.ts'
import { type NumberKind, readNumber, writeNumber } from '#contract/base/read-number.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'

/** What a number field is for. `unit`: a currency other than the dollar, or a word that is not part of the number. */
export type NumberBox = { kind: NumberKind; unit?: string | undefined }

/** "= $2,500.00", or both readings; undefined for digits only, or if there is nothing to read yet. */
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

/** Why a text can't be sent as a number: it isn't one, or it is ambiguous. */
export function refuseNumber(language: Language, text: string, box: NumberBox): string | undefined {
  const reading = readNumber(text, language, box.kind)
  if (reading.is === 'no_number')
    return sayIn(language, commonText, 'numberUnread', {
      text: text.trim(),
      example: writeNumber(examples[box.kind], language, box.kind),
    })
  return refuseAmbiguous(language, text, box)
}

/** Only the second reason, where the schema's own message covers text that is not a number. */
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

/** An amount as in JSON. If it exceeds what money can hold, the schema refuses it with a reason. */
export function toWireMoney(plain: string): number | undefined {
  if (plain === '') return undefined
  const amount = parseMoney(plain)
  return amount === undefined ? Number(plain) : moneyToNumber(amount)
}

type Boxes = {
  /** Field → plain digits with one point; '' if empty. Without refused fields. */
  plains: Readonly<Record<string, string>>
  refusals: Readonly<Record<string, string>>
}

/** Reads every number of a form. `NumberField` marks its inputs with their kind. */
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
