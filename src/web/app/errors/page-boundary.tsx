import { Outlet } from 'react-router'

/** Rendered inside each layout, so that the frame stays while a page loads or after it failed. */
export { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

export default function PageBoundary() {
  return <Outlet />
}
