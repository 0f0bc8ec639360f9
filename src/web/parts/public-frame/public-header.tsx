import Menu from 'lucide-react/icons/menu'
import type { ReactNode } from 'react'
import { useHref } from 'react-router'
import { useFormat } from '#web/platform/format/use-format.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Brand } from '#web/parts/site/brand.tsx'
import { LanguageLinks, LanguageMenu } from './language-menu.tsx'

const links = [
  { to: '/#features', label: 'features', section: 'features' },
  { to: '/#services', label: 'services', section: 'services' },
  { to: '/pricing', label: 'pricing', section: undefined },
  { to: '/#faq', label: 'faq', section: 'faq' },
  { to: '/contact', label: 'contact', section: undefined },
] as const

/** Without links to sections that the front page hides. */
function useHeaderLinks() {
  const { hiddenSections } = useSite()
  return links.filter(({ section }) => section === undefined || !hiddenSections.includes(section))
}

/**
 * Scrolled past 10 px it gets a rule, past 50 px it is lower (spec §2), with a margin that compensates: otherwise the
 * page would move under it, be scrolled less than that again, and so on endlessly. It contains both states of the
 * visitor: CSS shows one.
 */
export function PublicHeader() {
  const t = useText(frameText)
  const shown = useHeaderLinks()
  return (
    <header className="sticky top-0 z-30 border-b border-transparent bg-canvas transition-[border-color,margin] duration-120 scrolled:border-line compact:mb-4">
      <div className="mx-auto flex h-18 max-w-content items-center gap-2 px-4 max-[359px]:gap-1 max-[359px]:pe-2 transition-[height] duration-120 compact:h-14 wide:px-7">
        <Brand to="/" className="wide:me-5" />
        <nav aria-label={t('mainNavigation')} className="flex max-wide:hidden">
          {shown.map(({ to, label }) => (
            <PlaceLink
              key={to}
              to={to}
              className="flex min-h-11 items-center rounded-control px-3 text-ink-2 hover:text-ink"
            >
              {t(label)}
            </PlaceLink>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <LanguageMenu className="max-wide:hidden" />
          <SignedOut />
          <SignedIn />
          <NarrowMenu />
        </div>
      </div>
    </header>
  )
}

/** A section of the landing page, in the reader's language: a plain link, since it works without a script. */
function PlaceLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  return (
    <a href={useHref(to)} className={className}>
      {children}
    </a>
  )
}

function SignedOut() {
  const t = useText(frameText)
  return (
    <div className="flex gap-2 signed-in:hidden">
      {/* On a phone there is no room next to a long brand: there the link is in the menu. */}
      <LinkButton to="/login" tone="secondary" className="max-[459px]:hidden">
        {t('login')}
      </LinkButton>
      <LinkButton to="/register" className="max-[359px]:px-2.5">
        {t('register')}
      </LinkButton>
    </div>
  )
}

function SignedIn() {
  const t = useText(frameText)
  const format = useFormat()
  const session = useSession()
  return (
    <div className="hidden items-center gap-4 signed-in:flex">
      <p className="max-[479px]:hidden">
        <span className="sr-only">{t('balance')} </span>
        {/* Filled in by the boot script before hydration, and on pages without hydration. */}
        <span data-balance className="figures font-medium" suppressHydrationWarning>
          {session === null ? '' : format.money(session.user.balance)}
        </span>
      </p>
      <LinkButton to="/dashboard" className="max-[359px]:px-2.5">
        {t('dashboard')}
      </LinkButton>
    </div>
  )
}

/** Opens without a script. */
function NarrowMenu() {
  const t = useText(frameText)
  const shown = useHeaderLinks()
  return (
    <details className="group relative wide:hidden">
      <summary
        aria-label={t('menu')}
        className="grid size-11 list-none place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Menu aria-hidden className="size-5" />
      </summary>
      <nav
        aria-label={t('menu')}
        className="absolute end-0 top-full mt-2 grid w-52 rounded-card border border-line bg-surface p-1 shadow-receipt"
      >
        {shown.map(({ to, label }) => (
          <PlaceLink
            key={to}
            to={to}
            className="flex min-h-11 items-center rounded-control px-3 hover:bg-sunken"
          >
            {t(label)}
          </PlaceLink>
        ))}
        <PlaceLink
          to="/login"
          className="flex min-h-11 items-center rounded-control px-3 hover:bg-sunken signed-in:hidden min-[460px]:hidden"
        >
          {t('login')}
        </PlaceLink>
        <p className="mt-1 border-t border-line px-3 pt-2 text-12 text-ink-3">{t('language')}</p>
        <LanguageLinks />
      </nav>
    </details>
  )
}
