import { CSPProvider } from '@base-ui/react/csp-provider'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createMemoryRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  UNSAFE_withHydrateFallbackProps as withHydrateFallbackProps,
} from 'react-router'
import { vi } from 'vitest'
import { getProfile, user } from '#contract/users/users.ts'
import { makeCall } from '#web/platform/api/make-call.ts'
import { forgetServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { apiContext, languageContext } from '#web/platform/page/load-context.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { LiveRegion } from '#web/ui/feedback/live-region.tsx'
import { Toasts } from '#web/ui/feedback/toast.tsx'
import '#web/ui/styles/app.css'
import { type Answer, answerCalls, like } from './answer-calls.ts'

declare global {
  interface ImportMetaEnv {
    /** routes.ts, which is read in Node. */
    readonly ROUTES: readonly RouteConfigEntry[]
  }
}

type Module = Record<string, never>
const modules = import.meta.glob<Module>([
  '/src/web/root.tsx',
  '/src/web/**/*-{page,layout,boundary,tab,index}.tsx',
])

export type Viewer = 'visitor' | 'customer' | 'staff'

/** Opens a URL of the product as `viewer`, with `answers` in place of the API. Returns a function that removes the page. */
export function openPage(path: string, viewer: Viewer, answers: readonly Answer[]): () => void {
  vi.stubGlobal('fetch', answerCalls([...answers, ...profileOf(viewer)]))
  forgetServiceIndex()
  queryClient().clear()
  localStorage.clear()
  sessionStorage.clear()
  if (viewer !== 'visitor') localStorage.setItem('session', JSON.stringify({ token, user: users[viewer] }))
  // Like the boot script.
  document.documentElement.toggleAttribute('data-signed-in', viewer !== 'visitor')
  const host = document.createElement('div')
  document.body.append(host)
  const react = createRoot(host)
  const root = makeRoute({ id: 'root', file: 'root.tsx', path: '/', children: [...import.meta.env.ROUTES] })
  dropFallbacks(root, new Set(matchRoutes([root], path)?.map(({ route }) => route)))
  const router = createMemoryRouter([root], { initialEntries: [path], getContext: makeContext })
  react.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <RouterProvider router={router} />
        <Toasts />
        <LiveRegion />
      </CSPProvider>
    </StrictMode>,
  )
  return () => {
    react.unmount()
    router.dispose()
    host.remove()
    vi.unstubAllGlobals()
  }
}

/** A token with three parts that expires in the distant future. */
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const users = {
  customer: like(user, { id: 7, name: 'Linh', email: 'linh@example.com', balance: 12.5 }),
  staff: like(user, { id: 1, name: 'Anna', email: 'anna@example.com', role: 'admin', permissions: null }),
}

function profileOf(viewer: Viewer): Answer[] {
  if (viewer === 'visitor') return []
  return [[getProfile, { user: users[viewer] }]]
}

function makeContext() {
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    makeCall((path, init) => fetch(path, init)),
  )
  context.set(languageContext, readerLanguage())
  return context
}

/** Like React Router's own build: converts a framework module into a route of its browser router. */
function makeRoute({ id, file, path, index, children = [] }: RouteConfigEntry): RouteObject {
  const load = modules[`/src/web/${file}`]
  if (load === undefined) throw new Error(`${file} is no page`)
  const take = async (...names: string[]) => {
    const module = await load()
    return names.map((name) => module[name]).find((member) => member !== undefined)
  }
  const route = {
    id: id ?? file.replace(/\.tsx$/, ''),
    ...(path !== undefined && { path }),
    lazy: {
      loader: () => take('clientLoader', 'loader'),
      action: () => take('clientAction', 'action'),
      middleware: () => take('clientMiddleware'),
      shouldRevalidate: () => take('shouldRevalidate'),
      handle: () => take('handle'),
      Component: async () => wrapped(withComponentProps, await take('default')),
      ErrorBoundary: async () => wrapped(withErrorBoundaryProps, await take('ErrorBoundary')),
      HydrateFallback: async () => wrapped(withHydrateFallbackProps, await take('HydrateFallback')),
    },
  }
  if (index === true) return { ...route, index } as RouteObject
  return { ...route, children: children.map(makeRoute) } as RouteObject
}

/** React Router loads only the first page's fallbacks; an unloaded one would stay in place of a page opened later. */
function dropFallbacks(route: RouteObject, first: ReadonlySet<RouteObject>): void {
  if (!first.has(route) && typeof route.lazy === 'object') delete route.lazy.HydrateFallback
  for (const child of route.children ?? []) dropFallbacks(child, first)
}

function wrapped(wrap: (part: never) => unknown, part: undefined | never) {
  return part === undefined ? undefined : wrap(part)
}
