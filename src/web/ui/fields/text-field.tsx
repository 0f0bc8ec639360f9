import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass, Field, type FieldProps } from './field.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'className'> & { name: string }

/** `end` is inside the field, at the right: a verdict, a count, a unit. */
export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  end,
  ...input
}: FieldProps & InputProps & { end?: ReactNode }) {
  return (
    <Field name={input.name} {...fieldProps({ label, hint, error, aside, className })}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={cx(controlClass, end !== undefined && 'pe-40')} />
          {end !== undefined && (
            <div className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-14 text-ink-3">
              {end}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  aside,
  className,
  ...textarea
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className'> & { name: string }) {
  return (
    <Field name={textarea.name} {...fieldProps({ label, hint, error, aside, className })}>
      {(control) => <textarea rows={5} {...textarea} {...control} className={cx(controlClass, 'py-2')} />}
    </Field>
  )
}

/** A password field with a button that shows it. */
export function PasswordField({ label, hint, error, aside, className, ...input }: FieldProps & InputProps) {
  const [isShown, setIsShown] = useState(false)
  const t = useText(commonText)
  const Picture = isShown ? EyeOff : Eye
  return (
    <Field name={input.name} {...fieldProps({ label, hint, error, aside, className })}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            data-secret
            className={cx(controlClass, 'pe-12')}
          />
          <button
            type="button"
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-3 hover:text-ink"
          >
            <Picture aria-hidden className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}

/** Only defined props: with exact optional types, an absent hint is not an undefined one. */
function fieldProps({
  label,
  hint,
  error,
  aside,
  className,
}: { [K in keyof FieldProps]: FieldProps[K] | undefined }): FieldProps {
  return {
    label,
    error,
    ...(hint !== undefined && { hint }),
    ...(aside !== undefined && { aside }),
    ...(className !== undefined && { className }),
  }
}
