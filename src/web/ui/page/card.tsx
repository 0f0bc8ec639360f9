import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = ComponentProps<'div'> & {
  /** For content with its own edges, such as a table: it extends to the border. */
  isFlush?: boolean
}

export function Card({ isFlush = false, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cx('rounded-card border border-line bg-surface', !isFlush && 'p-5 max-wide:p-4', className)}
    />
  )
}

/** A card with a heading, and a link or button next to it. */
export function CardSection({
  id,
  title,
  aside,
  children,
}: {
  /** For links to it. */
  id?: string
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} className="scroll-mt-20 rounded-card border border-line bg-surface">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2 max-wide:px-4">
        <h2 className="text-17 font-bold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
