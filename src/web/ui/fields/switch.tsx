import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  name: string
  label: ReactNode
  hint?: ReactNode
}

/**
 * On or off, at once: what waits for a button to be pressed is a tick box. The browser's own box underneath, so that it is in a
 * form's data like any other and takes Space; the whole line takes the press.
 */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="flex min-h-9 items-center justify-between gap-4 text-15 max-wide:min-h-11 has-disabled:text-ink-3">
        <span>{label}</span>
        <input
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the box itself says whether it is checked
          role="switch"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className="toggle"
        />
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
