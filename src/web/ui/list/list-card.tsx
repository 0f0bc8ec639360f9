import type { ReactNode } from 'react'
import { Card } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'

/** What a list stands in: it fades while another page of it is on its way, and says so to whoever does not see that. */
export function ListCard({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <Card
      isFlush
      className={cx('transition-opacity duration-120', isLoading && 'opacity-60')}
      aria-busy={isLoading}
    >
      {children}
    </Card>
  )
}
