import { Link } from '#web/platform/page/link.tsx'
import { platformPages } from '#web/parts/site/platform-pages.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { Brand } from '#web/parts/site/brand.tsx'
import { SupportContact } from './support-contact.tsx'

type Entry = { to: string; label: string }

export function PublicFooter() {
  const t = useText(frameText)
  const { hours, contact, footer } = useSite()
  // Hours only make sense with a contact.
  const isReachable = contact.email !== null || contact.telegram !== null
  const quick: Entry[] = [
    { to: '/', label: t('home') },
    { to: '/services', label: t('services') },
    { to: '/pricing', label: t('pricing') },
    { to: '/faq', label: t('faq') },
    { to: '/api-docs', label: t('apiDocs') },
    { to: '/login', label: t('login') },
    { to: '/register', label: t('register') },
  ]
  const legal: Entry[] = [
    { to: '/terms', label: t('terms') },
    { to: '/privacy', label: t('privacy') },
    { to: '/refund', label: t('refund') },
  ]
  const support: Entry[] = [{ to: '/contact', label: t('contact') }]
  return (
    <footer className="later-179 border-t border-line bg-surface wide:later-98">
      <div className="mx-auto grid max-w-content grid-cols-2 gap-x-4 gap-y-10 px-4 py-14 wide:gap-10 wide:grid-cols-[1.3fr_1fr_1fr_1.3fr] wide:px-7">
        <div className="grid content-start gap-3 max-wide:col-span-2">
          <Brand to="/" className="justify-self-start" />
          <p className="max-w-72 text-14 text-ink-2">{footer.line ?? t('tagline')}</p>
          {hours !== null && isReachable && <p className="text-14 text-ink-3">{hours}</p>}
          <SupportContact />
        </div>
        <Links heading={t('quickLinks')} entries={quick} />
        <Links
          heading={t('platforms')}
          entries={platformPages.map(({ slug, name }) => ({ to: `/services/${slug}`, label: name }))}
        />
        <Links
          heading={t('legal')}
          entries={[...legal, ...support, ...footer.links.map(({ label, url }) => ({ to: url, label }))]}
          className="max-wide:col-span-2"
        />
      </div>
    </footer>
  )
}

type LinksProps = { heading: string; entries: readonly Entry[]; className?: string }

const linkClass =
  'inline-flex min-h-9 max-w-full items-center rounded-chip text-14 wrap-anywhere text-ink-2 hover:text-petrol hover:underline'

function Links({ heading, entries, className }: LinksProps) {
  return (
    <nav aria-label={heading} className={className}>
      <h2 className="pb-2 font-text text-13 text-ink-3">{heading}</h2>
      <ul className="grid">
        {entries.map(({ to, label }) => (
          // The operator's links may include one of these.
          <li key={`${to} ${label}`}>
            {to.startsWith('/') ? (
              <Link to={to} className={linkClass}>
                {label}
              </Link>
            ) : (
              <a href={to} rel="noopener" className={linkClass}>
                {label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
