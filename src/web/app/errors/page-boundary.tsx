import { Outlet } from 'react-router'

/** Stands inside each layout: a page that fails leaves the frame around it. */
export { ErrorBoundary } from './error-screen.tsx'

export default function PageBoundary() {
  return <Outlet />
}
