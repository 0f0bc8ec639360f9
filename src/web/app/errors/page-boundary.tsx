import { Outlet } from 'react-router'

/** Rendered inside each layout: a page that fails or is loading leaves the frame around it. */
export { ErrorBoundary } from '#web/parts/errors/page-error.tsx'
export { HydrateFallback } from '#web/ui/feedback/page-skeleton.tsx'

export default function PageBoundary() {
  return <Outlet />
}
