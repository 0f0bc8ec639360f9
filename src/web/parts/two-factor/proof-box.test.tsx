import { lazy, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { makeCall } from '#web/platform/api/make-call.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { askForProof, useProofAsked } from '#web/platform/session/ask-for-proof.ts'

const ProofBox = lazy(async () => ({ default: (await import('./proof-box.tsx')).ProofBox }))

const save = endpoint({
  method: 'PUT',
  path: '/api/thing',
  access: 'user',
  summary: '',
  proof: 'always',
  body: z.strictObject({ name: z.string() }),
  answer: { status: 200, schema: z.object({ name: z.string() }) },
  errors: [],
})

let takeAway = () => {}
afterEach(() => takeAway())

/** A server that accepts 'right' and 123456, and stores what it was sent. */
function makeServer(hasTwoFactor: boolean, held?: Promise<void>) {
  const sent: Record<string, unknown>[] = []
  let isProven = false
  const refuse = (status: number, code: string, own: object) =>
    Response.json({ success: false, code, message: code, requestId: 'r', ...own }, { status })
  const call = makeCall(
    async (_path, { body }) => {
      const { password, code, ...own } = JSON.parse(String(body)) as Record<string, unknown> // what initOf wrote
      sent.push(own)
      if (password !== undefined) await held
      if (password === 'wrong')
        return refuse(422, 'invalid_fields', {
          field_codes: { password: { code: 'current_password_wrong' } },
        })
      isProven ||= password === 'right' || code === '123456'
      if (!isProven) return refuse(403, 'proof_required', { details: { two_factor: hasTwoFactor } })
      return Response.json({ name: `${String(own['name'])} saved` })
    },
    () => 'en',
    askForProof,
  )
  return { sent, call }
}

function Form({ call }: Pick<ReturnType<typeof makeServer>, 'call'>) {
  const asked = useProofAsked()
  const [isOpen, setIsOpen] = useState(true)
  const [name, setName] = useState('')
  const [outcome, setOutcome] = useState('nothing yet')
  const press = () =>
    call(save, { body: { name } }).then(
      (answer) => setOutcome(answer.name),
      (error: unknown) => setOutcome(messageOf(error)),
    )
  return (
    <>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="A form">
        <input
          aria-label="Name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button onClick={() => void press()}>Save</Button>
        <output>{outcome}</output>
      </Dialog>
      <LazyPart isFloating>{asked !== undefined && <ProofBox asked={asked} />}</LazyPart>
    </>
  )
}

const box = () => page.getByRole('dialog', { name: "Confirm It's You" })
const form = () => page.getByRole('dialog', { name: 'A form', includeHidden: true })
async function typeAndSave(): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Ann')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(box()).toBeVisible()
}

test('a call that needs a proof asks for the password, reports a wrong one, and is sent again unchanged', async () => {
  const { call, sent } = makeServer(false)
  takeAway = await showPart(<Form call={call} />)
  await typeAndSave()
  const password = page.getByLabelText('Current password')
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('wrong{Enter}')
  await expect.element(box().getByText('Your current password is incorrect')).toBeVisible()
  await userEvent.fill(password, 'right')
  await userEvent.click(page.getByRole('button', { name: 'Confirm' }))
  await expect.element(box()).not.toBeInTheDocument()
  await expect.element(page.getByText('Ann saved')).toBeVisible()
  expect(sent).toEqual([{ name: 'Ann' }, { name: 'Ann' }, { name: 'Ann' }])
  // The session is proven: no further dialog.
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent.length).toBe(4)
  await expect.element(box()).not.toBeInTheDocument()
})

test('closing it leaves the dialog below open, with its input, and sends nothing', async () => {
  const { call, sent } = makeServer(false)
  takeAway = await showPart(<Form call={call} />)
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(page.getByRole('button', { name: 'Cancel' })),
  ]) {
    await typeAndSave()
    await close()
    await expect.element(box()).not.toBeInTheDocument()
    await expect.element(form()).toBeVisible()
    await expect.element(page.getByText('Enter your password again to continue')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann')
  }
  expect(sent).toHaveLength(2)
})

test('with a second factor it asks for a code, sent with its sixth digit, or for the password instead', async () => {
  const { call } = makeServer(true)
  takeAway = await showPart(<Form call={call} />)
  await typeAndSave()
  await userEvent.click(page.getByRole('button', { name: 'Use Password Instead' }))
  await expect.element(page.getByLabelText('Current password')).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: 'Use Code Instead' }))
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
  await userEvent.fill(page.getByRole('textbox', { name: 'Code' }), '123456')
  await expect.element(page.getByText('Ann saved')).toBeVisible()
})

test('two calls refused at once ask once, and both are sent again', async () => {
  const { call, sent } = makeServer(false)
  takeAway = await showPart(<Form call={call} />)
  const both = Promise.all(['One', 'Two'].map((name) => call(save, { body: { name } })))
  await expect.element(box()).toBeVisible()
  await userEvent.fill(page.getByLabelText('Current password'), 'right')
  await userEvent.keyboard('{Enter}')
  expect(await both).toEqual([{ name: 'One saved' }, { name: 'Two saved' }])
  expect(sent).toHaveLength(4)
})

test("it can't be closed while the call is running, so a saved change is never reported as refused", async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = makeServer(false, held.promise)
  takeAway = await showPart(<Form call={call} />)
  await typeAndSave()
  await userEvent.fill(page.getByLabelText('Current password'), 'right')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent.length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toBeVisible()
  held.resolve()
  await expect.element(page.getByText('Ann saved')).toBeVisible()
})
