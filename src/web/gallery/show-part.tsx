import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import '#web/styles/app.css'

/** Shows parts as the app's root does, in a document that has nothing else; the answer takes them away again. */
export function showPart(part: ReactNode): () => void {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const router = createMemoryRouter([{ path: '*', element: <main id="content">{part}</main> }])
  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <RouterProvider router={router} />
        <Toasts />
        <LiveRegion />
      </CSPProvider>
    </StrictMode>,
  )
  return () => {
    root.unmount()
    host.remove()
  }
}
