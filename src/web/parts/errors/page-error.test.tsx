import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ErrorBoundary } from './page-error.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

const bug = "Cannot read properties of undefined (reading 'x')"

test.each([
  ['503', "Couldn't load this page"],
  ['Failed to fetch', "Couldn't load this page"],
  ['NetworkError when attempting to fetch resource.', "Couldn't load this page"],
  ['Load failed', "Couldn't load this page"],
  ['Unable to decode turbo-stream response', "Couldn't load this page"],
  ['Failed to fetch dynamically imported module: http://x/a.js', "Couldn't load part of this page"],
  [bug, 'Unexpected Application Error!'],
])('a page that fails with "%s" says "%s", and can be loaded again', async (message, heading) => {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  takeAway = () => {
    root.unmount()
    host.remove()
  }
  const loader = () => {
    throw message === '503' ? new Response('busy', { status: 503 }) : new TypeError(message)
  }
  const router = createMemoryRouter([{ path: '/', loader, Component: () => null, ErrorBoundary }])
  root.render(<RouterProvider router={router} />)
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload Page' })).toBeVisible()
})
