import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import * as z from 'zod/mini'
import { FileField } from './file-field.tsx'
import { NumberField } from './number-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

let takeAway = () => {}
afterEach(() => takeAway())

function Quantity() {
  const [text, setText] = useState('2,500')
  return (
    <>
      <NumberField
        label="Quantity"
        name="quantity"
        kind="quantity"
        min="50"
        max="2600"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <output>kept {text}</output>
    </>
  )
}

test('arrow keys step a number, by ten with Shift, within its bounds, and report the change', async () => {
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

const bodySchema = z.object({ balance: z.string(), rate: z.string() })

function Prices({ onSent }: { onSent: (body: z.output<typeof bodySchema>) => void }) {
  const form = useForm({
    schema: bodySchema,
    onSubmit: (body) => Promise.resolve(onSent(body)),
  })
  return (
    <Form form={form}>
      <NumberField label="Balance" name="balance" kind="money" step="0.01" />
      <NumberField label="Rate" name="rate" kind="rate" step="0.0001" />
      <button type="submit">Save</button>
    </Form>
  )
}

test('a number stays as typed, shows how it is read, and is sent as plain digits', async () => {
  const sent: object[] = []
  takeAway = await showPart(<Prices onSent={(body) => sent.push(body)} />)
  const balance = page.getByRole('textbox', { name: 'Balance' })
  const rate = page.getByRole('textbox', { name: 'Rate' })
  await userEvent.type(balance, '2a,500.00.7')
  await expect.element(balance).toHaveValue('2,500.007')
  await userEvent.keyboard('{Backspace}')
  await expect.element(balance).toHaveAccessibleDescription('= $2,500.00')
  await userEvent.type(rate, '1,250')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(rate).toHaveFocus()
  await expect
    .element(rate)
    .toHaveAccessibleDescription(/^“1,250” can mean \$1\.25 or \$1,250\.00\. Type 1\.25 or 1250\./)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(rate).toHaveValue('1,250')
  expect(sent).toEqual([])
  await userEvent.clear(rate)
  await userEvent.type(rate, '1.2501')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(rate).toHaveValue('1.2502')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ balance: '2500.00', rate: '1.2502' }])
})

const changesSchema = z.object({ balance: z.optional(z.string()), rate: z.optional(z.string()) })

function Changes({ onSent }: { onSent: (body: object) => void }) {
  const form = useForm({
    schema: changesSchema,
    changesOnly: true,
    onSubmit: (body) => Promise.resolve(onSent(body)),
  })
  return (
    <Form form={form}>
      <NumberField label="Balance" name="balance" kind="money" step="0.01" defaultValue="10,50" />
      <NumberField label="Rate" name="rate" kind="rate" step="0.0001" defaultValue="1,25" />
      <button type="submit">Save</button>
    </Form>
  )
}

test('in a language with decimal commas only the number that was changed is sent', async () => {
  document.documentElement.lang = 'vi'
  try {
    const sent: object[] = []
    takeAway = await showPart(<Changes onSent={(body) => sent.push(body)} />)
    await userEvent.clear(page.getByRole('textbox', { name: 'Balance' }))
    await userEvent.type(page.getByRole('textbox', { name: 'Balance' }), '2.500')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => sent).toEqual([{ balance: '2500' }])
  } finally {
    document.documentElement.lang = 'en'
  }
})

const amountSchema = z.object({ amount: z.string(), quantity: z.string() })

function Amounts({ onSent }: { onSent: (body: z.output<typeof amountSchema>) => void }) {
  const form = useForm({ schema: amountSchema, onSubmit: (body) => Promise.resolve(onSent(body)) })
  return (
    <Form form={form}>
      <NumberField label="Amount" name="amount" kind="money" />
      <NumberField label="Quantity" name="quantity" kind="quantity" />
      <button type="submit">Save</button>
    </Form>
  )
}

// What each text means in each language, and what of it can be typed, is tested in read-number.test.ts.
test('amounts typed key by key as one writes them in the language of the page stand as typed, and are sent as meant', async () => {
  document.documentElement.lang = 'vi'
  try {
    const sent: object[] = []
    takeAway = await showPart(<Amounts onSent={(body) => sent.push(body)} />)
    const box = (name: string) => page.getByRole('textbox', { name })
    for (const [amount, quantity] of [
      ['1.000', '1.000'],
      ['2.500,00', '12k'],
    ] as const) {
      const count = sent.length
      await userEvent.clear(box('Amount'))
      await userEvent.type(box('Amount'), amount)
      await userEvent.clear(box('Quantity'))
      await userEvent.type(box('Quantity'), quantity)
      await expect.element(box('Amount')).toHaveValue(amount)
      await expect.element(box('Quantity')).toHaveValue(quantity)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => sent.length).toBe(count + 1)
    }
    expect(sent).toEqual([
      { amount: '1000', quantity: '1000' },
      { amount: '2500.00', quantity: '12000' },
    ])
  } finally {
    document.documentElement.lang = 'en'
  }
})

test('pasted text is accepted completely or not at all', async () => {
  takeAway = await showPart(
    <>
      <input aria-label="Source" />
      <Prices onSent={() => {}} />
    </>,
  )
  const source = page.getByRole('textbox', { name: 'Source' })
  const balance = page.getByRole('textbox', { name: 'Balance' })
  for (const [text, held] of [
    ['$1,250.50', '$1,250.50'],
    ['ten dollars', ''],
    ['1.2.3', ''],
    ['1 000', '1 000'],
  ] as const) {
    await userEvent.fill(source, text)
    await userEvent.tripleClick(source)
    await userEvent.copy()
    await userEvent.clear(balance)
    await balance.click()
    await userEvent.paste()
    await expect.element(balance).toHaveValue(held)
  }
  await expect.element(balance).toHaveAccessibleDescription('= $1,000.00')
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

test('a file of another kind is refused by name, at its field, and the selected files stay', async () => {
  takeAway = await showPart(<Letter />)
  const box = page.getByLabelText('Screenshots')
  await userEvent.upload(box, picture)
  box.element().dispatchEvent(new DragEvent('drop', { dataTransfer: transferOf(program), bubbles: true }))
  await expect.element(page.getByText(/^tool\.exe isn't an allowed file type/)).toBeVisible()
  await expect.element(box).toHaveAccessibleDescription(/tool\.exe/)
  expect(sentFiles()).toEqual(['screen.png'])
})
