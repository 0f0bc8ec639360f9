import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/gallery/show-part.tsx'
import { FileField } from './file-field.tsx'
import { NumberField } from './number-field.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

function Quantity() {
  const [text, setText] = useState('2,500')
  return (
    <>
      <NumberField
        label="Quantity"
        name="quantity"
        min="50"
        max="2600"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <output>kept {text}</output>
    </>
  )
}

test('arrows step a number, Shift by ten, within its bounds, and whoever keeps it hears of it', async () => {
  takeAway = await showPart(<Quantity />)
  const box = page.getByRole('textbox', { name: 'Quantity' })
  await expect.element(box).toHaveValue('2,500')
  await userEvent.keyboard('{Tab}{ArrowUp}')
  await expect.element(page.getByText('kept 2501')).toBeVisible()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(box).toHaveValue('2491')
  for (let press = 0; press < 12; press += 1) await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(box).toHaveValue('2600')
  await page.getByRole('button', { name: 'Less' }).click()
  await expect.element(page.getByText('kept 2599')).toBeVisible()
})

const picture = new File(['1234'], 'screen.png', { type: 'image/png' })
const program = new File(['1234'], 'tool.exe', { type: 'application/x-msdownload' })

function Letter() {
  return (
    <form className="grid">
      <textarea aria-label="Message" />
      <FileField label="Screenshots" name="files" accept="image/*" sizeMax={10} countMax={2} />
    </form>
  )
}

const sentFiles = () =>
  new FormData(document.forms[0]).getAll('files').map((file) => (file instanceof File ? file.name : file))

function transferOf(file: File): DataTransfer {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer
}

test('files are picked, dropped or pasted anywhere in the form, and are sent with it', async () => {
  takeAway = await showPart(<Letter />)
  const box = page.getByLabelText('Screenshots')
  await userEvent.upload(box, picture)
  await expect.element(page.getByText('screen.png')).toBeVisible()
  expect(sentFiles()).toEqual(['screen.png'])
  await page.getByRole('button', { name: 'Remove screen.png' }).click()
  await expect.element(box).toHaveFocus()
  const pasted = new ClipboardEvent('paste', { clipboardData: transferOf(picture), bubbles: true })
  page.getByRole('textbox', { name: 'Message' }).element().dispatchEvent(pasted)
  await expect.element(page.getByText('screen.png')).toBeVisible()
  const another = new File(['1'], 'second.png', { type: 'image/png' })
  box.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transferOf(another), bubbles: true }))
  await expect.element(page.getByText('second.png')).toBeVisible()
  expect(sentFiles()).toEqual(['screen.png', 'second.png'])
})

test('a file with a long name keeps the form as wide as a phone', async () => {
  await page.viewport(320, 720)
  takeAway = await showPart(<Letter />)
  const long = new File(['1'], `${'a-name-without-end-'.repeat(6)}.png`, { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Screenshots'), long)
  await expect.element(page.getByRole('button', { name: /^Remove/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1360, 820)
})

test('a file of another kind is refused by name, at its field, and what was chosen stays', async () => {
  takeAway = await showPart(<Letter />)
  const box = page.getByLabelText('Screenshots')
  await userEvent.upload(box, picture)
  box.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transferOf(program), bubbles: true }))
  await expect.element(page.getByText(/^tool\.exe is of another kind/)).toBeVisible()
  await expect.element(box).toHaveAccessibleDescription(/tool\.exe/)
  expect(sentFiles()).toEqual(['screen.png'])
})
