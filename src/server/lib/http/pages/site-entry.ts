import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'

/** The input of a page's render; its counterpart is in the web app's entry.server.tsx. */
type MakeLoadContext = (facts: {
  send: (path: string, init: RequestInit) => Promise<Response>
  language: string
  nonce: string | undefined
  report: (error: unknown) => void
}) => RouterContextProvider

/** A page's language and the base path of its router, or where to redirect. */
type ChoosePageLanguage = (
  url: string,
  cookies: string | undefined,
) => { language: string; basename: string; location?: string }

/** All inline scripts and styles of a public page, exactly. */
type InlineParts = { scripts: readonly string[]; styles: readonly string[] }

/** Set by pages that are the same for everyone, so that they may be cached. Removed before the answer is sent. */
export const forEverybodyHeader = 'x-for-everybody'

/** Our own exports of entry.server.tsx. The compiler doesn't see the build, so they are checked here. */
export function readSiteEntry(build: ServerBuild): {
  makeLoadContext: MakeLoadContext
  choosePageLanguage: ChoosePageLanguage
  inlineParts: InlineParts
} {
  const { makeLoadContext, choosePageLanguage, inlineParts } = build.entry.module as unknown as Record<
    string,
    unknown
  >
  if (
    typeof makeLoadContext !== 'function' ||
    typeof choosePageLanguage !== 'function' ||
    typeof inlineParts !== 'object'
  )
    throw new Error('The web build is of another version: build it again')
  return {
    makeLoadContext: makeLoadContext as MakeLoadContext, // entry.server.tsx types all three
    choosePageLanguage: choosePageLanguage as ChoosePageLanguage,
    inlineParts: inlineParts as InlineParts,
  }
}

/** One request handler per language's base path, all for the same build. */
export function makeRenders(build: ServerBuild): (basename: string) => RequestHandler {
  const renders = new Map<string, RequestHandler>()
  return (basename) => {
    const render = renders.get(basename) ?? createRequestHandler({ ...build, basename }, 'production')
    renders.set(basename, render)
    return render
  }
}

/** The paths of pages that handle their own form: those with an `action`. */
export function listFormPaths({ routes }: ServerBuild): string[] {
  const pathOf = (id: string): string => {
    const route = routes[id]
    if (route === undefined) return ''
    return [pathOf(route.parentId ?? ''), route.path ?? ''].filter((part) => part !== '').join('/')
  }
  return Object.values(routes).flatMap((route) =>
    route?.module.action === undefined ? [] : [`/${pathOf(route.id)}`],
  )
}
