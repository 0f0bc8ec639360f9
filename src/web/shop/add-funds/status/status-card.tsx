import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'

const tones = {
  ok: 'bg-ok-soft text-ok',
  foil: 'bg-foil-soft text-foil-ink',
  info: 'bg-info-soft text-info',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink-2',
} as const

type StatusCardProps = {
  heading: string
  tone: keyof typeof tones
  Picture: LucideIcon
  isTurning?: boolean
  children: ReactNode
}

/** A payment's status, as a receipt in the middle of the page. */
export function StatusCard({ heading, tone, Picture, isTurning = false, children }: StatusCardProps) {
  return (
    <div className="mx-auto w-full max-w-[34rem] pt-5 drop-shadow-receipt">
      <div className="perforated overflow-hidden rounded-t-card bg-surface px-5 pb-14 text-center wide:px-10">
        <Guilloche isEdge className="-mx-5 wide:-mx-10" />
        <div className="grid pt-7 justify-items-center gap-5">
          <span className={cx('grid size-14 place-items-center rounded-full', tones[tone])}>
            <Picture
              aria-hidden
              className={cx('size-7', isTurning && 'animate-[spin_0.9s_linear_infinite]')}
            />
          </span>
          <PageHeading isCentered>{heading}</PageHeading>
          {children}
        </div>
      </div>
    </div>
  )
}
