import { Outlet, useMatches } from 'react-router'
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx'

/** Stands inside each layout: a page that fails, or is on its way, leaves the frame around it. */
export { ErrorBoundary } from './error-screen.tsx'

/** Every page's, on the first load: later the page before it stays until it is here. A list says `handle = { isList: true }`. */
export function HydrateFallback() {
  return <PageSkeleton isList={useMatches().some(({ handle }) => isListHandle(handle))} />
}

function isListHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isList' in handle && handle.isList === true
}

export default function PageBoundary() {
  return <Outlet />
}
