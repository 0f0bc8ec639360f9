import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { useOptionList } from './use-option-list.ts'

const names = Array.from({ length: 20 }, (_, at) => `Service ${at}`)

function Picker() {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('nothing chosen')
  const [late, setLate] = useState<readonly string[]>([])
  const found = [...late, ...names].filter((name) => name.includes(text))
  const { input, list, option } = useOptionList({
    count: found.length,
    keys: found,
    onChoose: (at) => setSaid(`chosen ${found[at]}`),
    onClose: () => setSaid('closed'),
  })
  return (
    <>
      <input {...input} aria-label="Service" value={text} onChange={({ target }) => setText(target.value)} />
      <div {...list} aria-label="Services">
        {found.map((name, at) => (
          <div key={name} {...option(at)}>
            {name}
          </div>
        ))}
      </div>
      <output>{said}</output>
      <button type="button" onClick={() => setLate(['Late one', 'Late two'])}>
        Find more
      </button>
    </>
  )
}

const box = page.getByRole('combobox', { name: 'Service' })

let takeAway = () => {}
beforeEach(async () => {
  takeAway = await showPart(<Picker />)
  await userEvent.click(box)
})
afterEach(() => takeAway())

async function expectMeant(name: string): Promise<void> {
  const meant = () => document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '')
  await expect.poll(() => meant()?.textContent).toBe(name)
}

test('arrow keys wrap around the ends and Page keys stop there; the focus stays in the field', async () => {
  await expectMeant('Service 0')
  await userEvent.keyboard('{ArrowUp}')
  await expectMeant('Service 19')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expectMeant('Service 1')
  await userEvent.keyboard('{PageDown}')
  await expectMeant('Service 9')
  await userEvent.keyboard('{PageDown}{PageDown}')
  await expectMeant('Service 19')
  await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('Service 19')
  await expect.element(box).toHaveFocus()
})

test('Enter and a click select, Escape closes, and without a match Enter selects nothing', async () => {
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('chosen Service 1', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('option', { name: 'Service 4', exact: true }))
  await expect.element(page.getByText('chosen Service 4', { exact: true })).toBeVisible()
  await userEvent.click(box)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('closed')).toBeVisible()
  await userEvent.keyboard('zzz{Enter}')
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  await expect.element(box).not.toHaveAttribute('aria-activedescendant')
  await expect.element(page.getByText('closed')).toBeVisible()
})

test("later results above it don't change what Enter selects", async () => {
  await userEvent.keyboard('{ArrowDown}')
  const more = page.getByRole('button', { name: 'Find more' }).element()
  more.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText('Late one')).toBeVisible()
  await expectMeant('Service 1')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('chosen Service 1', { exact: true })).toBeVisible()
})

test('Enter and arrow keys used by an input method neither select nor move', async () => {
  for (const key of ['ArrowDown', 'Enter'])
    box
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
      )
  await userEvent.keyboard('{ArrowDown}')
  await expectMeant('Service 1')
  await expect.element(page.getByText('nothing chosen')).toBeVisible()
})
