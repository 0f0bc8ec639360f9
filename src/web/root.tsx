import { CSPProvider } from '@base-ui/react/csp-provider'
import { type CSSProperties, type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router'
import './ui/styles/app.css'
import { takesVisitorTags } from '#contract/site/public-pages.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import type { Route } from './+types/root.ts'
import { useLostPress } from './app/errors/use-lost-press.ts'
import { bootScript } from './app/document/boot-script.ts'
import { visitorTagScript } from './app/document/visitor-tag-script.ts'
import { accentTokens } from './platform/page/accent-tokens.ts'
import { InlineStylesContext, useAreStylesLost, wereInside } from './app/document/inline-styles.ts'
import { isStaticHandle, showsFigures } from './app/document/is-static.ts'
import { facesOf } from './app/document/faces.ts'
import { useLanguage } from './platform/i18n/reader-language.ts'
import { apiContext, languageContext } from './platform/page/load-context.ts'
import { commonText } from './platform/texts.en.ts'
import { frameText } from './parts/frame/texts.en.ts'
import { useText } from './platform/i18n/text.ts'
import { NonceContext } from './app/document/nonce.ts'
import { PageScriptsContext } from './app/document/page-scripts.ts'
import { pageTitle } from './platform/page/page-title.ts'
import { SearchFacts } from './app/document/search-facts.tsx'
import { defaultSiteFacts, type SiteFacts, toSiteFacts, useSite } from './platform/page/site-facts.ts'
import { cx } from './ui/page/cx.ts'
import { LiveRegion } from './ui/feedback/live-region.tsx'
import { NavigationBar } from './ui/feedback/navigation-bar.tsx'
import { SkipLink } from './ui/keyboard/skip-link.tsx'
import { Toasts } from './ui/feedback/toast.tsx'

export { RootErrorBoundary as ErrorBoundary } from './app/errors/error-screen.tsx'

/** The operator's settings that all pages show. If they can't be loaded, the page is shown with defaults. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteFacts> {
  const { origin } = new URL(request.url)
  const language = context.get(languageContext)
  const config = await context
    .get(apiContext)(getConfig, { query: { language } })
    .catch(() => undefined)
  if (config === undefined) return { ...defaultSiteFacts, language, origin }
  const { accent } = config.look
  const tokens = accent === null ? undefined : accentTokens(accent)
  return { ...toSiteFacts(config, language, origin), tokens }
}

/** An open page keeps the settings it was loaded with. */
export function shouldRevalidate(): boolean {
  return false
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches)

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const styles = use(InlineStylesContext)
  const scripts = use(PageScriptsContext)
  const areStylesLost = useAreStylesLost()
  const isStatic = useIsStatic()
  const hasFigures = useMatches().some(({ handle }) => showsFigures(handle))
  const language = useLanguage()
  const { favicon, tokens } = useSite()
  return (
    // A static page uses one font family, so that only one font file is fetched.
    <html
      lang={language}
      data-one-font={isStatic ? '' : undefined}
      style={tokens as CSSProperties | undefined} // custom properties, which React's type does not know
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f4ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1416" media="(prefers-color-scheme: dark)" />
        {/*
         * Fonts are preloaded together with the styles, so that text is not laid out twice. In the browser they are
         * already loaded.
         */}
        {import.meta.env.SSR &&
          facesOf(language, { isInOneFont: isStatic, hasFigures }).map((font) => (
            <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
          ))}
        {import.meta.env.SSR &&
          scripts.paths.map((path) => (
            <link
              key={path}
              rel="modulepreload"
              href={path}
              fetchPriority={scripts.isLate ? 'low' : undefined}
            />
          ))}
        {favicon === null ? (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ) : (
          <link rel="icon" href={favicon.url} type="image/png" sizes={`${favicon.width}x${favicon.height}`} />
        )}
        <link rel="apple-touch-icon" href="/pictures/icon/180" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Already run when the page's scripts start, so they need not contain it. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? bootScript : '' }}
        />
        <VisitorTags />
        <Meta />
        <SearchFacts />
        {styles === undefined && (!wereInside || areStylesLost) ? (
          <Links />
        ) : (
          <style
            data-inside
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: styles ?? '' }}
          />
        )}
      </head>
      <body id="top">
        {/* Base UI would add style elements, which the Content-Security-Policy refuses. */}
        <CSPProvider disableStyleElements>
          {children}
          <WithScripts>
            <Toasts />
          </WithScripts>
          <LiveRegion />
        </CSPProvider>
        <WithScripts>
          <ScrollRestoration />
          <Scripts />
        </WithScripts>
      </body>
    </html>
  )
}

/** Only in the server's HTML: after a client navigation they would run in a document of the app. */
function VisitorTags() {
  const nonce = use(NonceContext)
  const { pathname } = useLocation()
  const { visitorTags } = useSite()
  if (Object.keys(visitorTags).length === 0 || !takesVisitorTags(pathname)) return null
  return (
    <script
      nonce={nonce}
      data-tags={JSON.stringify(visitorTags)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? visitorTagScript : '' }}
    />
  )
}

/** Parts that only pages with scripts need. */
function WithScripts({ children }: { children: ReactNode }) {
  const isStatic = useIsStatic()
  // Only the server leaves them out: in the browser a static page is a page like any other. `npm run dev` needs scripts
  // for hot updates.
  return isStatic && typeof document === 'undefined' && !import.meta.env.DEV ? null : children
}

function useIsStatic(): boolean {
  return useMatches().some(({ handle }) => isStaticHandle(handle))
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const lost = useLostPress()
  const isStatic = useIsStatic()
  return (
    <>
      {/* First in the tab order, before the links in the notices, which it skips as well. */}
      <SkipLink />
      <NavigationBar />
      {!isStatic && <LostNote target={lost} />}
      {loaderData.isSandbox && <SandboxNote mailbox={loaderData.sandboxMailbox} />}
      {loaderData.maintenance !== undefined && <MaintenanceNote message={loaderData.maintenance} />}
      <Outlet />
    </>
  )
}

/** Shown when the page's scripts failed to load (the boot script marks it) or when a clicked page did: `target`. */
function LostNote({ target }: { target: string | undefined }) {
  const t = useText(commonText)
  return (
    <p
      role={target === undefined ? undefined : 'alert'}
      className={cx(
        'bg-bad-soft px-4 py-2 text-14 text-bad print:hidden lost:block',
        target === undefined && 'hidden',
      )}
    >
      {t('chunkError')} {/* An empty href reloads the current page. */}
      <a href={target ?? ''} className="font-semibold whitespace-nowrap underline">
        {t('reload')}
      </a>
    </p>
  )
}

function SandboxNote({ mailbox }: { mailbox: string | null }) {
  const t = useText(frameText)
  return (
    <aside
      aria-label={t('sandboxNote')}
      data-note
      className="bg-foil-soft px-4 py-1 text-center text-13 text-foil-ink"
    >
      {t('sandbox')}{' '}
      {mailbox !== null && (
        <a
          href={mailbox}
          target="_blank"
          rel="noreferrer"
          className="font-semibold whitespace-nowrap underline"
        >
          {t('sandboxMailbox')}
        </a>
      )}
    </aside>
  )
}

function MaintenanceNote({ message }: { message: string }) {
  const t = useText(frameText)
  return (
    <aside
      aria-label={t('maintenanceNote')}
      data-note
      className="bg-info-soft px-4 py-1 text-center text-13 text-info"
    >
      {message === '' ? t('maintenance') : message}
    </aside>
  )
}
