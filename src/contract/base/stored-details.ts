import * as z from 'zod/mini'

import { type Carried, carried } from './codes.ts'

/** What a code carries as it is written, where some may be absent. */
type Told = Record<string, string | number | undefined>

/** A text of another system in it is cut to this. */
const TEXT_MAX = 500

/** The JSON in which details are kept: other systems' texts are cut, and hold nothing that JSON in a database refuses. */
export function toKeptDetails(details: Told): string {
  return JSON.stringify(details, toKeepable)
}

/** As JSON.stringify calls it: what others wrote is kept in short, without what PostgreSQL's jsonb refuses. */
export function toKeepable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX).replaceAll('\0', '').toWellFormed() : value
}

/** What was kept, as it leaves; nothing of another shape. */
export function fromKeptDetails(kept: unknown): Carried {
  const read = z.safeParse(carried, kept)
  return read.success ? read.data : {}
}
