import { Outlet } from 'react-router'

/** Inside the public layout, whose pages keep the space beside them: what failed keeps it as well. */
export { PublicErrorBoundary as ErrorBoundary } from './error-screen.tsx'

export default function PublicBoundary() {
  return <Outlet />
}
