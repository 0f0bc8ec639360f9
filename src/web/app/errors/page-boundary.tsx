import { Outlet } from 'react-router'

/** Stands inside each layout: a page that fails, or is on its way, leaves the frame around it. */
export { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

export default function PageBoundary() {
  return <Outlet />
}
