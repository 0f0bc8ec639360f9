import * as z from 'zod/mini'

import { type Carried, carried } from './codes.ts'

/** Texts of other systems are cut to this length. */
const TEXT_MAX = 500

/** Details as JSON for the database: texts are truncated, characters that jsonb refuses are removed. */
export function toStoredDetails(details: Partial<Carried>): string {
  return JSON.stringify(details, toStorable)
}

/** For JSON.stringify: truncates texts and removes characters that jsonb refuses. */
export function toStorable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX).replaceAll('\0', '').toWellFormed() : value
}

/** Stored details as sent; empty if they have another shape. */
export function fromStoredDetails(stored: unknown): Carried {
  const read = z.safeParse(carried, stored)
  return read.success ? read.data : {}
}
