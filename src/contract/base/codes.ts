import * as z from 'zod/mini'

/** Codes with the schema of their details: JSON on the wire and in the database, decoded (Money, numbers) in code. */
export type CodeTable = Readonly<Record<string, z.ZodMiniType>>

/** For codes without details. */
export const nothing = z.object({})

/** A code's decoded details. */
export type CarriedBy<Schema extends z.ZodMiniType> =
  z.output<Schema> extends Record<string, never> ? Record<never, never> : z.output<Schema>

/** A sentence for a code: a text, or a function of its details. */
export type Word<Details> =
  Record<never, never> extends Details
    ? string | ((details: Details) => string)
    : (details: Details) => string

/** One language's sentences for a table. The compiler checks that every code has one and uses only its details. */
export type WordsOf<Table extends CodeTable> = {
  readonly [Code in keyof Table]: Word<CarriedBy<Table[Code]>>
}

/** A code of the table with its details. */
export type Coded<Table extends CodeTable> = {
  [Code in keyof Table & string]: { code: Code; details: CarriedBy<Table[Code]> }
}[keyof Table & string]

const plain = z.union([z.string(), z.number()])

/** Why a call to another system failed, as sent and stored (`faults.ts`). */
export const sentFault = z.object({ code: z.string(), details: z.record(z.string(), plain) })
export type SentFault = z.output<typeof sentFault>

/** Details as sent and stored: numbers, short texts, and a fault where one is the reason. */
export const carried = z.record(z.string(), z.union([plain, sentFault]))
export type Carried = z.output<typeof carried>

export function isCodeOf<Table extends CodeTable>(table: Table, code: unknown): code is keyof Table & string {
  return typeof code === 'string' && Object.hasOwn(table, code)
}

/** A code's details as sent and stored. */
export function encodeCarried<Table extends CodeTable>(
  table: Table,
  { code, details }: { code: keyof Table & string; details: unknown },
): Record<string, string | number | undefined> {
  const schema = table[code]
  if (schema === undefined) throw new Error(`${code} is not a code of the table`)
  return z.encode(schema, details) as Record<string, string | number | undefined> // by every table's schemas
}

/** The sentence for a code with decoded details. */
export function sayDecoded(word: unknown, details: unknown): string {
  // The compiler checked the function against the code's details (`WordsOf`).
  return typeof word === 'function' ? (word as (details: unknown) => string)(details) : String(word)
}

/** The sentence for a code as sent or stored; undefined if the code or the shape of its details is unknown. */
export function sayCarried<Table extends CodeTable>(
  table: Table,
  words: WordsOf<Table>,
  { code, details }: { code: string; details: unknown },
): string | undefined {
  const schema = isCodeOf(table, code) ? table[code] : undefined
  if (schema === undefined) return undefined
  const read = z.safeDecode(schema, details)
  return read.success ? sayDecoded(words[code], read.data) : undefined
}
