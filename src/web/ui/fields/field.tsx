import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useId } from 'react'
import { useFieldError } from '#web/ui/form/form-context.ts'
import { cx } from '#web/ui/page/cx.ts'

/** Props that a field passes to its control, so that label, hint and error are associated with it for assistive technology. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Default: the form's error for its name. */
  error?: string | undefined
  /** To the right of the label: a link, a count. */
  aside?: ReactNode
  className?: string
}

/** A label above, the control, and the error or hint below it. */
export function Field({
  name,
  label,
  hint,
  error: own,
  aside,
  className,
  children,
}: FieldProps & { name?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const refused = useFieldError(name)
  const error = own ?? refused
  const note = error ?? hint
  return (
    <div className={cx('grid content-start gap-2', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-15 font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <FieldError id={`${id}-note`}>{error}</FieldError>
      {error === undefined && hint !== undefined && (
        <p id={`${id}-note`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error of the field above it. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p id={id} className="flex gap-1 text-13 text-bad">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

export const controlClass =
  'min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-15 text-ink transition-colors duration-120 hover:border-ink-3 focus-visible:border-petrol aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3'
