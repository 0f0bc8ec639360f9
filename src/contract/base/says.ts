import type { FieldCode } from './field-codes.ts'

/**
 * A check's message in a schema: a code of `field-codes.ts`, whose details come from the check. In its own file, so that pages
 * without forms don't load that table.
 */
export function says(code: FieldCode): FieldCode {
  return code
}
