import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { useOpenHere } from './use-open-here.ts'

/** Two pages with something to open around them; the second loads once the test lets it. */
function show() {
  const arrival = Promise.withResolvers<null>()
  let setIsOpen: ((isOpen: boolean) => void) | undefined
  function Menu() {
    const [isOpen, set] = useOpenHere()
    useEffect(() => {
      setIsOpen = set
    })
    return (
      <output>
        {isOpen ? 'open' : 'closed'} at {useLocation().pathname}
      </output>
    )
  }
  const children = [
    { path: '/here', element: null },
    { path: '/there', element: null, loader: () => arrival.promise },
  ]
  const router = createMemoryRouter([{ Component: Menu, children }], { initialEntries: ['/here'] })
  const host = document.createElement('div')
  const root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  return {
    router,
    arrive: () => arrival.resolve(null),
    open: () => setIsOpen?.(true),
    close: () => setIsOpen?.(false),
    shown: () => host.textContent,
    end: () => root.unmount(),
  }
}

test('leaving a page closes what was opened on it', async () => {
  const { router, arrive, open, shown, end } = show()
  await expect.poll(shown).toBe('closed at /here')
  open()
  await expect.poll(shown).toBe('open at /here')
  const leaving = router.navigate('/there')
  arrive()
  await leaving
  await expect.poll(shown).toBe('closed at /there')
  end()
})

test('a dialog opened during a navigation is open on the new page', async () => {
  const { router, arrive, open, close, shown, end } = show()
  await expect.poll(shown).toBe('closed at /here')
  const leaving = router.navigate('/there')
  open()
  await expect.poll(shown).toBe('open at /here')
  arrive()
  await leaving
  await expect.poll(shown).toBe('open at /there')
  close()
  await expect.poll(shown).toBe('closed at /there')
  end()
})
