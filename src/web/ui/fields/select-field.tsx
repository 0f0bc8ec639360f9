import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass, Field, type FieldProps } from './field.tsx'

export type Option = { value: string; label: string; isDisabled?: boolean }
type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  name: string
  options: readonly Option[]
}

/** The browser's own select with our style: it behaves natively on every device. */
export function Select({ options, className, ...select }: SelectProps & { className?: string }) {
  return (
    <div className={cx('relative', className)}>
      <select {...select} className={cx(controlClass, 'appearance-none truncate pe-10')}>
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3"
      />
    </div>
  )
}

export function SelectField({
  label,
  hint,
  error,
  aside,
  ...select
}: Omit<FieldProps, 'className'> & SelectProps) {
  return (
    <Field
      name={select.name}
      label={label}
      error={error}
      {...(hint !== undefined && { hint })}
      {...(aside !== undefined && { aside })}
    >
      {(control) => <Select {...select} {...control} />}
    </Field>
  )
}
