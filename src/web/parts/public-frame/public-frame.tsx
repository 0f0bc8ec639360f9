import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** Header, page and footer for visitors. Works without hydration: the boot script sets the attributes that the CSS needs. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useText(frameText)
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PublicFooter />
      <a
        href="#top"
        aria-label={t('toTop')}
        className="invisible fixed end-4 bottom-4 z-20 grid size-11 place-items-center rounded-control border border-line-strong bg-surface text-ink opacity-0 shadow-receipt transition-opacity duration-120 far:visible far:opacity-100"
      >
        <ArrowUp aria-hidden className="size-5" />
      </a>
    </div>
  )
}
