import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import ShortcutHelp from '#web/parts/palette/shortcut-help.tsx'
import { KeyHint } from './kbd.tsx'
import { setSingleKeys, useSingleKey } from './single-keys.ts'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  setSingleKeys(true)
})

let pressed = ''

function Page() {
  useSingleKey(['n', '?'], (key) => (pressed += key))
  return (
    <>
      <input aria-label="Name" />
      <KeyHint keys="N" />
      <KeyHint keys="mod+K" />
    </>
  )
}

test('a single letter works outside of text fields, without Ctrl, and with Shift it is another shortcut', async () => {
  takeAway = await showPart(<Page />)
  pressed = ''
  await expect.element(page.getByText('N', { exact: true })).toBeVisible()
  await userEvent.keyboard('n?')
  expect(pressed).toBe('n?')
  await userEvent.keyboard('{Control>}n{/Control}{Shift>}N{/Shift}')
  await userEvent.type(page.getByRole('textbox'), 'none?')
  expect(pressed).toBe('n?')
})

test('turning them off in the help also removes their hints, and keeps those with Ctrl', async () => {
  takeAway = await showPart(
    <>
      <Page />
      <ShortcutHelp onClose={() => {}} />
    </>,
  )
  pressed = ''
  const choice = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await expect.element(choice).toBeChecked()
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  takeAway()
  takeAway = await showPart(<Page />)
  await expect.element(page.getByText('Ctrl K')).toBeVisible()
  await expect.element(page.getByText('N', { exact: true })).not.toBeInTheDocument()
  await userEvent.keyboard('n?')
  expect(pressed).toBe('')
})
