import * as z from 'zod/mini'

/** Codes and what each carries: plain JSON on the wire and in the database, decoded (Money, numbers) in the code. */
export type CodeTable = Readonly<Record<string, z.ZodMiniType>>

/** For a code that says it all. */
export const nothing = z.object({})

/** What a code carries, decoded. */
export type CarriedBy<Schema extends z.ZodMiniType> =
  z.output<Schema> extends Record<string, never> ? Record<never, never> : z.output<Schema>

/** One language's sentence of a code: a text, or a function of what the code carries. */
export type Word<Details> =
  Record<never, never> extends Details
    ? string | ((details: Details) => string)
    : (details: Details) => string

/** One language's sentences of a table: the compiler asks for every code, and for nothing that a code does not carry. */
export type WordsOf<Table extends CodeTable> = {
  readonly [Code in keyof Table]: Word<CarriedBy<Table[Code]>>
}

/** A code of the table with what it carries. */
export type Coded<Table extends CodeTable> = {
  [Code in keyof Table & string]: { code: Code; details: CarriedBy<Table[Code]> }
}[keyof Table & string]

/** What is sent and stored beside a code: figures and short texts. */
export const carried = z.record(z.string(), z.union([z.string(), z.number()]))
export type Carried = z.output<typeof carried>

export function isCodeOf<Table extends CodeTable>(table: Table, code: unknown): code is keyof Table & string {
  return typeof code === 'string' && Object.hasOwn(table, code)
}

/** What a code carries, as it is sent and stored. */
export function encodeCarried<Table extends CodeTable>(
  table: Table,
  { code, details }: { code: keyof Table & string; details: unknown },
): Record<string, string | number | undefined> {
  const schema = table[code]
  if (schema === undefined) throw new Error(`${code} is no code`)
  return z.encode(schema, details) as Record<string, string | number | undefined> // as every table has it
}

/** The words of a code whose details are decoded. */
export function sayDecoded(word: unknown, details: unknown): string {
  // A word of the code's own table, which the compiler held to what the code carries.
  return typeof word === 'function' ? (word as (details: unknown) => string)(details) : String(word)
}

/** The words of a code as it was sent or stored; undefined for a code that is not of the table, or details of another shape. */
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
