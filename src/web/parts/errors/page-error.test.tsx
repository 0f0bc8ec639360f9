import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ErrorBoundary } from './page-error.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

const offline = 'Unable to connect to server. Please check your connection.'
const bug = "Cannot read properties of undefined (reading 'x')"

test.each([
  ['503', "Couldn't load this page", "The server couldn't answer. Try again in a moment."],
  ['Failed to fetch', "Couldn't load this page", offline],
  ['NetworkError when attempting to fetch resource.', "Couldn't load this page", offline],
  ['Load failed', "Couldn't load this page", offline],
  ['Unable to decode turbo-stream response', "Couldn't load this page", offline],
  [
    'Failed to fetch dynamically imported module: http://x/a.js',
    "Couldn't load part of this page",
    'The site may have been updated since you opened it. Reload the page to get the latest version.',
  ],
  [
    bug,
    'Unexpected Application Error!',
    'Something went wrong on this page. Reload it. If it happens again, contact support.',
  ],
])('a page that fails with "%s" says "%s", and can be loaded again', async (message, heading, hint) => {
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
  await expect.element(page.getByText(hint)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload Page' })).toBeVisible()
})
