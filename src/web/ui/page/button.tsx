import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ComponentProps, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { cx } from './cx.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'tiny' | 'small' | 'normal' | 'large'

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap max-[459px]:max-w-full max-[459px]:whitespace-normal select-none transition-colors duration-120 aria-disabled:opacity-55 disabled:opacity-55 print:hidden'

const tones = {
  primary: 'border-transparent bg-petrol text-petrol-on hover:bg-petrol-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-bad text-surface hover:opacity-90',
} satisfies Record<ButtonTone, string>

const sizes = {
  // Inside an element that provides the target height.
  tiny: 'min-h-8 px-3 text-14 max-wide:min-h-9',
  small: 'min-h-9 px-3 text-14 max-wide:min-h-11',
  normal: 'min-h-11 px-4 text-15',
  large: 'min-h-12 px-5 text-17',
} satisfies Record<ButtonSize, string>

type Look = { tone?: ButtonTone; size?: ButtonSize; isWide?: boolean }

export function buttonClass({ tone = 'primary', size = 'normal', isWide = false }: Look): string {
  return cx(base, tones[tone], sizes[size], isWide && 'w-full')
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    isBusy?: boolean
    isDisabled?: boolean
    /** Submits a form that works without scripts, so it is enabled before hydration. */
    needsNoScript?: boolean
  }

/**
 * A busy or disabled button keeps the keyboard focus and announces its state; pressing it does nothing. A submit button
 * is disabled until hydration: Enter would otherwise send the form unchecked (`needsNoScript`).
 */
export function Button({
  tone,
  size,
  isWide,
  isBusy = false,
  isDisabled = false,
  needsNoScript = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isIdle = isBusy || isDisabled
  const isAlive = useAlive()
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isIdle) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      disabled={type === 'submit' && !needsNoScript && !isAlive}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
      className={cx(buttonClass(look({ tone, size, isWide })), className)}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-4 animate-[spin_0.9s_linear_infinite]" />}
      {children}
    </button>
  )
}

/** False on the server and until hydration. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

type LinkButtonProps = Look & ComponentProps<typeof Link>

export function LinkButton({ tone, size, isWide, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={cx(buttonClass(look({ tone, size, isWide })), className)} />
}

const iconClass =
  'inline-grid size-11 shrink-0 place-items-center rounded-control text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink aria-disabled:opacity-55 disabled:opacity-55 print:hidden'

/** The same as a link: above the row's own link, which takes all other clicks. */
export function IconLink({ label, className, ...rest }: ComponentProps<typeof Link> & { label: string }) {
  return (
    <Link {...rest} aria-label={label} title={label} className={cx('relative z-10', iconClass, className)} />
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  /** Positioned above the content around it, by `className`. */
  isFloating?: boolean
  /** Keeps the focus and does nothing when pressed, like `Button`. */
  isBusy?: boolean
  children: ReactNode
}

/** A square icon button: its label is read out and is its title. */
export function IconButton({
  label,
  isFloating = false,
  isBusy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true } : { onClick })}
      className={cx(isFloating ? 'absolute' : 'relative', iconClass, className)}
    />
  )
}

function look({ tone, size, isWide }: { [K in keyof Look]: Look[K] | undefined }): Look {
  return { ...(tone && { tone }), ...(size && { size }), ...(isWide && { isWide }) }
}
