import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { LiveRegion } from '#web/ui/feedback/live-region.tsx'
import { Toasts } from '#web/ui/feedback/toast.tsx'
import '#web/ui/styles/app.css'

/**
 * Renders parts like the app's root, in an empty document. Resolves when they are rendered and their effects have run;
 * the result removes them.
 */
export function showPart(part: ReactNode): Promise<() => void> {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const router = createMemoryRouter([{ path: '*', element: <main id="content">{part}</main> }])
  const takeAway = () => {
    root.unmount()
    host.remove()
  }
  return new Promise((resolve) => {
    root.render(
      <StrictMode>
        <Mounted onMounted={() => resolve(takeAway)}>
          <CSPProvider disableStyleElements>
            <RouterProvider router={router} />
            <Toasts />
            <LiveRegion />
          </CSPProvider>
        </Mounted>
      </StrictMode>,
    )
  })
}

/** Its effect runs after those of its children. */
function Mounted({ onMounted, children }: { onMounted: () => void; children: ReactNode }) {
  useEffect(onMounted, [onMounted])
  return children
}
