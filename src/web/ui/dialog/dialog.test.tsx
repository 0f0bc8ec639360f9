import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

function Asking() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="A question">
        <Button>First</Button>
        <Button>Second</Button>
      </Dialog>
    </>
  )
}

test('the focus moves into a dialog, is trapped in it, and returns to what opened it', async () => {
  takeAway = await showPart(<Asking />)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect.element(button('Open')).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'A question' })).toBeVisible()
  await expect.element(button('Close')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(button('Second')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Close')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
})

test('a dialog with a form focuses its first editable field, or the selected option', async () => {
  takeAway = await showPart(
    <Dialog isOpen onOpenChange={() => {}} title="A form">
      <input aria-label="Kept" readOnly />
      <input aria-label="Off" disabled />
      <input type="radio" name="choice" aria-label="No" />
      <input type="radio" name="choice" aria-label="Yes" defaultChecked />
      <input aria-label="Reason" />
    </Dialog>,
  )
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toHaveFocus()
})

type AskedProps = { onConfirm: () => Promise<void> | void; word?: string }

function Asked({ onConfirm, word }: AskedProps) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title="Cancel order 7?"
      action="Cancel order"
      keep="Keep order"
      onConfirm={onConfirm}
      {...(word !== undefined && { word })}
    >
      $3.10 come back.
    </Confirm>
  )
}

const question = page.getByRole('alertdialog', { name: 'Cancel order 7?' })

test('a dangerous confirmation focuses Cancel: Enter does nothing irreversible', async () => {
  let times = 0
  takeAway = await showPart(<Asked onConfirm={() => void (times += 1)} />)
  await expect.element(page.getByRole('button', { name: 'Keep order' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  expect(times).toBe(0)
})

test("a running action can't be closed and runs once; a refusal is shown and leaves the dialog open", async () => {
  let times = 0
  let end = (_error: Error) => {}
  const act = () =>
    new Promise<void>((_resolve, reject) => {
      times += 1
      end = reject
    })
  takeAway = await showPart(<Asked onConfirm={act} />)
  const confirm = page.getByRole('button', { name: 'Cancel order' })
  await confirm.click()
  await confirm.click({ force: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
  await expect.element(question).toBeVisible()
  end(new Error('It has begun already'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('It has begun already')
  await expect.element(question).toBeVisible()
  expect(times).toBe(1)
})

test('if a word has to be typed, nothing happens without it', async () => {
  let times = 0
  takeAway = await showPart(<Asked onConfirm={() => void (times += 1)} word="cancel" />)
  await page.getByRole('button', { name: 'Cancel order' }).click({ force: true })
  expect(times).toBe(0)
  await page.getByRole('textbox', { name: 'Type cancel to continue' }).fill('cancel')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(times).toBe(1)
})
