import type { FieldCode } from './field-codes.ts'

/**
 * A check's message in a schema: the code of `field-codes.ts` alone, what it carries comes from the check. Apart from
 * that table, which a page needs only where it has a form.
 */
export function says(code: FieldCode): FieldCode {
  return code
}
