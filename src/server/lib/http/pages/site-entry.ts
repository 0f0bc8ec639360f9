import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'

/** What a page's render is given; the web app's entry.server.tsx types the other side. */
type MakeLoadContext = (facts: {
  send: (path: string, init: RequestInit) => Promise<Response>
  language: string
  nonce: string | undefined
  report: (error: unknown) => void
}) => RouterContextProvider

/** The language of a page, what stands before every path of its router, or where it is found instead. */
type ChoosePageLanguage = (
  url: string,
  cookies: string | undefined,
) => { language: string; basename: string; location?: string }

/** All that stands inline in a page that is the same for everybody, word for word. */
type InlineParts = { scripts: readonly string[]; styles: readonly string[] }

/** A page's header, which stays here: it is the same for everybody who asks for its address. */
export const forEverybodyHeader = 'x-for-everybody'

/** What entry.server.tsx exports beside React Router's own: the build is a file that the compiler does not see. */
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
    throw new Error('The web build is not of this version: build it anew')
  return {
    makeLoadContext: makeLoadContext as MakeLoadContext, // entry.server.tsx types all three
    choosePageLanguage: choosePageLanguage as ChoosePageLanguage,
    inlineParts: inlineParts as InlineParts,
  }
}

/** React Router knows the build's one basename; here each language has its own, and all of them the same build. */
export function makeRenders(build: ServerBuild): (basename: string) => RequestHandler {
  const renders = new Map<string, RequestHandler>()
  return (basename) => {
    const render = renders.get(basename) ?? createRequestHandler({ ...build, basename }, 'production')
    renders.set(basename, render)
    return render
  }
}

/** The paths of pages that take their own form: those with an `action`. */
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
