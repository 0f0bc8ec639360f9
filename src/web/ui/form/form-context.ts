import { createContext, use } from 'react'

/** Field → why it is refused, in the reader's words. */
export type Errors = Readonly<Record<string, string>>

/** What the parts of a form know of it: its fields their errors, its bar the rest. */
export type FormState = {
  errors: Errors
  isBusy: boolean
  /** Something in it differs from what it began with, or was last saved as. */
  isDirty: boolean
  /** Puts that back. */
  discard: () => void
  /** What is typed is there again after the page was loaded in another language. */
  isKept: boolean
}

export const FormContext = createContext<FormState>({
  errors: {},
  isBusy: false,
  isDirty: false,
  discard: () => {},
  isKept: false,
})

/**
 * The error of the field of this name. `list.3` is shown at `list`, unless that is a choice next to which others are
 * refused (`isExact`).
 */
export function useFieldError(name: string | undefined, { isExact = false } = {}): string | undefined {
  const { errors } = use(FormContext)
  if (name === undefined) return undefined
  if (isExact || errors[name] !== undefined) return errors[name]
  return Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1]
}
