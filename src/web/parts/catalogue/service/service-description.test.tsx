import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ServiceDescription } from './service-description.tsx'
import '#web/ui/styles/app.css'

const long = 'The account has to be public. '.repeat(40)

let root: Root
beforeEach(() => {
  const box = document.createElement('div')
  box.style.width = '300px'
  document.body.append(box)
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('a truncated text has a button for the rest, and a complete one has none', async () => {
  root.render(<ServiceDescription text={long} isOneLine />)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByRole('paragraph')).toHaveTextContent(long.trim())
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible()
  root.render(<ServiceDescription text="Short" isOneLine />)
  await expect.element(page.getByRole('paragraph')).toHaveTextContent('Short')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('a row that is not laid out yet is not measured, since measuring forces layout', async () => {
  const height = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollHeight')
  const measured: Element[] = []
  Object.defineProperty(Element.prototype, 'scrollHeight', {
    configurable: true,
    get(this: Element) {
      measured.push(this)
      return Number(height?.get?.call(this))
    },
  })
  try {
    root.render(
      <>
        <div data-later style={{ contentVisibility: 'hidden' }}>
          <ServiceDescription text={long} isOneLine />
        </div>
        <ServiceDescription text={long} isOneLine />
      </>,
    )
    await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible()
    expect(measured.filter((one) => one.closest('[data-later]') !== null)).toEqual([])
  } finally {
    Object.defineProperty(Element.prototype, 'scrollHeight', height ?? {})
  }
})
