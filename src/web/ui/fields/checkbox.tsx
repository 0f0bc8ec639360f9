import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldError } from '#web/ui/form/form-context.ts'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  name: string
  label: ReactNode
  /** Default: the form's error for its name; a checkbox with a value is one of several of a name and shows none. */
  error?: string | undefined
  hint?: ReactNode
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, hint, error: own, ...input }: CheckboxProps) {
  const id = useId()
  const refused = useFieldError(input.value === undefined ? input.name : undefined)
  const error = own ?? refused
  const notes = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className="grid gap-1">
      <label className="flex min-h-9 items-center gap-3 text-14 text-ink-2 max-wide:min-h-11">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
          className="tick size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-8 text-13 text-ink-3">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
