import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldError } from '#web/ui/form/form-context.ts'
import { FieldError } from './field.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  name: string
  label: ReactNode
  hint?: ReactNode
}

/**
 * An on/off switch that takes effect immediately; use a checkbox for what a button submits. A native checkbox
 * underneath, so that it is part of the form data and handles Space; the whole line is clickable.
 */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId()
  const error = useFieldError(input.name, { isExact: true })
  const note = error ?? hint
  return (
    <div className="grid gap-1">
      <label className="flex min-h-9 items-center justify-between gap-4 text-15 max-wide:min-h-11 has-disabled:text-ink-3">
        <span>{label}</span>
        <input
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the native checkbox provides the checked state
          role="switch"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className="toggle"
        />
      </label>
      <FieldError id={`${id}-note`}>{error}</FieldError>
      {error === undefined && hint !== undefined && (
        <p id={`${id}-note`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
