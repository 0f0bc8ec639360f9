import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Combobox } from './combobox.tsx'

type Service = { id: number; name: string }

const services: Service[] = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  name: id === 9_876 ? 'Người theo dõi, refill' : `Service ${id}`,
}))

function Picker() {
  const [value, setValue] = useState<Service | null>(null)
  return (
    <form>
      <Combobox
        label="Service"
        name="service"
        items={services}
        toKey={({ id }) => String(id)}
        toLabel={({ name }) => name}
        value={value}
        onChange={setValue}
      />
      <output>{value === null ? 'none' : `chosen ${value.id}`}</output>
    </form>
  )
}

let takeAway = () => {}
afterEach(() => takeAway())

const box = page.getByRole('combobox', { name: 'Service' })
const options = page.getByRole('option')

/** Typing begins at once: the part that opens comes while one types, and loses nothing. */
async function open(text: string) {
  takeAway = await showPart(<Picker />)
  await expect.element(box).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard(text)
  await expect.element(page.getByRole('listbox')).toBeInTheDocument()
}

test('what is typed while the list is fetched is searched for, without accents, words in any order', async () => {
  await open('refill nguoi')
  await expect.element(options).toHaveTextContent('Người theo dõi, refill')
  await userEvent.click(options)
  await expect.element(page.getByText('chosen 9876')).toBeVisible()
  await expect.element(box).toHaveValue('Người theo dõi, refill')
  expect(new FormData(document.forms[0]).get('service')).toBe('9876')
})

test('Enter takes the first row that fits, also before the list is there and in the moment in which it comes', async () => {
  takeAway = await showPart(<Picker />)
  await expect.element(box).toBeVisible()
  // In the plain box, before what opens was fetched.
  focusBox()
  typeText('refill nguoi')
  pressEnter()
  await expect.element(page.getByText('chosen 9876')).toBeVisible()
  await expect.element(box).toHaveValue('Người theo dõi, refill')
  await expect.element(options).not.toBeInTheDocument()
  takeAway()

  takeAway = await showPart(<Picker />)
  await expect.element(box).toBeVisible()
  const plain = focusBox()
  typeText('service 1234')
  await replaced(plain)
  pressEnter()
  await expect.element(page.getByText('chosen 1234')).toBeVisible()
  // What fits nothing chooses nothing, and sends nothing.
  await userEvent.clear(box)
  await userEvent.type(box, 'zzz{Enter}')
  await expect.element(page.getByText('none', { exact: true })).toBeVisible()
})

/** As a program does, all in one turn: no frame lies between. */
const inputBox = () => box.element() as HTMLInputElement // a combobox of ours is one

function focusBox(): HTMLInputElement {
  const input = inputBox()
  input.focus()
  return input
}

function typeText(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(inputBox(), text)
  inputBox().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  flushSync(() => {})
}

function pressEnter(): void {
  inputBox().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

/** Resolves in the turn in which another box stands in its place. */
function replaced(plain: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (plain.isConnected) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('ten thousand rows are drawn only as far as they are seen, and arrows lead to each', async () => {
  await open('service')
  expect(options.elements().length).toBeLessThan(60)
  await userEvent.keyboard('{ArrowUp}')
  // From the first to the last: it was not drawn before.
  await expect.element(page.getByRole('option', { name: 'Service 9999' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('chosen 9999')).toBeVisible()
})

test('the box says which row is meant, and of how many', async () => {
  await open('service 99')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => box.element().getAttribute('aria-activedescendant')).toBeTruthy()
  const meant = document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '')
  expect(meant?.getAttribute('role')).toBe('option')
  expect(Number(meant?.getAttribute('aria-setsize'))).toBe(
    services.filter(({ name }) => name.includes('Service') && name.includes('99')).length,
  )
})

test('Escape closes it and the focus stays; nothing that fits is said', async () => {
  await open('zzz')
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Nothing matches')).not.toBeInTheDocument()
  await expect.element(box).toHaveFocus()
  await expect.element(page.getByText('none', { exact: true })).toBeVisible()
})
