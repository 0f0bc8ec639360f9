import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { Language } from '#contract/base/languages.ts'
import { takesVisitorTags } from '#contract/site/public-pages.ts'
import { carriesStyles, isStaticHandle } from './app/document/is-static.ts'
import { type PageScripts, PageScriptsContext } from './app/document/page-scripts.ts'
import { importMapOf, listPageScripts } from './app/document/page-texts.ts'
import { LanguageContext } from './platform/i18n/reader-language.ts'
import appStyles from './ui/styles/app.css?inline'
import siteStyles from './ui/styles/site.css?inline'
import { bootScript } from './app/document/boot-script.ts'
import { visitorTagScript } from './app/document/visitor-tag-script.ts'
import { InlineStylesContext } from './app/document/inline-styles.ts'
import { calculatorScript } from './site/landing/calculator-script.ts'
import { languageContext, nonceContext, reportContext } from './platform/page/load-context.ts'
import type { SiteFacts } from './platform/page/site-facts.ts'
import { NonceContext } from './app/document/nonce.ts'

export { choosePageLanguage } from './platform/language/page-language.ts'
export { makeLoadContext } from './platform/page/load-context.ts'

/** Inline scripts and styles of static pages, which are the same for everyone: the server allows them by hash. */
export const inlineParts = { scripts: [bootScript, calculatorScript, visitorTagScript], styles: [siteStyles] }

/** Aborts a render that hangs: the server renders pages as a whole, with no slow parts. */
export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8')
  const isForAll = matchesHandle(routerContext, isStaticHandle) && !import.meta.env.DEV
  const styles = stylesInside(routerContext, isForAll)
  if (isForAll) headers.set('x-for-everybody', 'yes')
  const tags = namesOfTags(request, routerContext)
  if (tags !== '') headers.set('x-visitor-tags', tags)
  // As a header, ahead of the page: its dozen scripts would otherwise be requested first and delay the first paint.
  if (styles === undefined)
    for (const path of routerContext.manifest.routes['root']?.css ?? [])
      headers.append('link', `<${path}>; rel=preload; as=style`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  // A page that is the same for everyone has no nonce: it would be no secret.
  const nonce = isForAll ? undefined : loadContext.get(nonceContext)
  const language = loadContext.get(languageContext)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <InlineStylesContext value={styles}>
          <LanguageContext value={language}>
            <PageScriptsContext value={isForAll ? noScripts : scriptsOf(language, routerContext, styles)}>
              <ServerRouter
                context={routerContext}
                url={request.url}
                {...(nonce !== undefined && { nonce })}
              />
            </PageScriptsContext>
          </LanguageContext>
        </InlineStylesContext>
      </NonceContext>,
      {
        ...(nonce !== undefined && { nonce }),
        ...(!isForAll && { importMap: importMapOf(language) }),
        // Sent at once: the page is small, and can be compressed and sent with its length.
        onAllReady() {
          const body = new PassThrough({ final: (done) => (clearTimeout(timer), done()) })
          pipe(body)
          text(body).then((page) => resolve(new Response(page, { status, headers })), reject)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const timer = setTimeout(abort, streamTimeout)
  })
}

/** React Router calls it for every unexpected error of a loader or a render. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(reportContext)(error)
}

/** The visitor tags that root.tsx puts into the page, for its Content-Security-Policy. */
function namesOfTags(request: Request, { staticHandlerContext }: EntryContext): string {
  const site = staticHandlerContext.loaderData['root'] as SiteFacts | undefined // what the root's loader answers
  if (site === undefined || !takesVisitorTags(new URL(request.url).pathname)) return ''
  return Object.keys(site.visitorTags).join(' ')
}

/** The styles inlined into a page, which saves a request before the first paint. Undefined where they are a file. */
function stylesInside(context: EntryContext, isForAll: boolean): string | undefined {
  if (import.meta.env.DEV) return undefined
  if (isForAll) return siteStyles
  return matchesHandle(context, carriesStyles) ? appStyles : undefined
}

function matchesHandle(
  { routeModules, staticHandlerContext }: EntryContext,
  says: (handle: unknown) => boolean,
): boolean {
  return staticHandlerContext.matches.some(({ route }) => says(routeModules[route.id]?.handle))
}

const noScripts: PageScripts = { paths: [], isLate: false }

/**
 * Preloads in the page's head. A page with inlined styles can be read before its scripts run: as low-priority links
 * they let its fonts load first, which React Router's own links further down would not. Any other page shows nothing
 * without its scripts, so only the texts are added here.
 */
function scriptsOf(language: Language, context: EntryContext, styles: string | undefined): PageScripts {
  const { scripts, texts } = listPageScripts(language, context)
  return styles === undefined
    ? { paths: texts, isLate: false }
    : { paths: [...scripts, ...texts], isLate: true }
}
