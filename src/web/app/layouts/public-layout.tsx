import { Outlet } from 'react-router'
import { PublicErrorBoundary } from '#web/app/errors/error-screen.tsx'
import { PublicFrame } from '#web/parts/public-frame/public-frame.tsx'

export const handle = { carriesStyles: true }

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

/** A page that fails leaves the frame in place. */
export function ErrorBoundary() {
  return (
    <PublicFrame>
      <PublicErrorBoundary />
    </PublicFrame>
  )
}
