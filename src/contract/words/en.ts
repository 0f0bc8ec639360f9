import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import type { Words } from './words.ts'

/** English: what every `message` of the interface is in. */
export const english: Words = { errors, fields }
