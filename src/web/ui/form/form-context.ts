import { createContext, use } from 'react'

/** Field → message, in the reader's language. */
export type Errors = Readonly<Record<string, string>>

/** The form's state for its parts: errors for fields, the rest for its bar. */
export type FormState = {
  errors: Errors
  isBusy: boolean
  /** Something differs from the initial or last saved values. */
  isDirty: boolean
  /** Restores those values. */
  discard: () => void
  /** The typed text is restored after the page is reloaded in another language. */
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
 * The error of the field of this name. `list.3` is shown at `list`, unless that is a choice shown together with other
 * refused fields (`isExact`).
 */
export function useFieldError(name: string | undefined, { isExact = false } = {}): string | undefined {
  const { errors } = use(FormContext)
  if (name === undefined) return undefined
  if (isExact || errors[name] !== undefined) return errors[name]
  return Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1]
}
