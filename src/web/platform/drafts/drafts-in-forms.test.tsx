import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { forgetDrafts } from './drafts.ts'
import { endSession } from '#web/platform/session/session.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

let root: Root
beforeEach(() => signIn())
afterEach(() => {
  close()
  sessionStorage.clear()
  localStorage.removeItem('session')
})

function signIn(): void {
  localStorage.setItem('session', JSON.stringify({ token, user }))
}

function open(form: () => ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const Form = form
  root.render(<Form />)
}

function close(): void {
  root.unmount()
  document.body.replaceChildren()
}

/** As after a reload of the page. */
function openAgain(form: () => ReactNode): void {
  close()
  open(form)
}

const nothing = { schema: z.object({}), onSubmit: () => Promise.resolve() }

function Ticket() {
  const form = useForm({ ...nothing, draft: { name: 'ticket', fields: ['subject', 'message'] } })
  return (
    <Form form={form}>
      <TextField label="Subject" name="subject" defaultValue="About order 7" />
      <TextAreaField label="Message" name="message" />
    </Form>
  )
}

function Profile({ name }: { name: string }) {
  const form = useForm({ ...nothing, overSignIn: { name: 'profile', fields: ['name', 'phone'] } })
  return (
    <Form form={form}>
      <TextField label="Name" name="name" defaultValue={name} />
      <TextField label="Phone" name="phone" />
    </Form>
  )
}

const ownProfile = () => <Profile name="Linh" />

const box = (name: string) => page.getByRole('textbox', { name })
const restored = page.getByText('Draft restored')

test('a long text is restored, says so, and is gone for good once discarded', async () => {
  open(Ticket)
  await box('Subject').fill('Where is it?')
  await box('Message').fill('It has not begun.')
  await expect.element(restored).not.toBeInTheDocument()
  openAgain(Ticket)
  await expect.element(box('Message')).toHaveValue('It has not begun.')
  await expect.element(restored).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(box('Message')).toHaveValue('')
  await expect.element(box('Message')).toHaveFocus()
  await expect.element(box('Subject')).toHaveValue('About order 7')
  await expect.element(restored).not.toBeInTheDocument()
  expect({ ...sessionStorage }).toEqual({})
  openAgain(Ticket)
  await expect.element(box('Message')).toHaveValue('')
  await expect.element(restored).not.toBeInTheDocument()
})

test('a form of short fields is empty when reopened, unless its session expired, and then it is restored once', async () => {
  open(ownProfile)
  await box('Phone').fill('+1 555 0100')
  expect({ ...sessionStorage }).toEqual({})
  openAgain(ownProfile)
  await expect.element(box('Phone')).toHaveValue('')
  await box('Phone').fill('+1 555 0100')
  // As a 401 does. The form stays until the login page has loaded.
  endSession()
  await box('Phone').fill('+1 555 0111')
  close()
  signIn()
  open(ownProfile)
  await expect.element(box('Phone')).toHaveValue('+1 555 0111')
  await expect.element(restored).not.toBeInTheDocument()
  expect({ ...sessionStorage }).toEqual({})
  openAgain(ownProfile)
  await expect.element(box('Phone')).toHaveValue('')
})

test("a visitor's form of short fields keeps nothing", async () => {
  endSession()
  open(ownProfile)
  await box('Phone').fill('+1 555 0100')
  expect({ ...sessionStorage }).toEqual({})
})

test('unchanged fields of a form whose session expired have their current values', async () => {
  open(ownProfile)
  await box('Phone').fill('+1 555 0100')
  endSession()
  close()
  signIn()
  open(() => <Profile name="Linh Tran" />)
  await expect.element(box('Phone')).toHaveValue('+1 555 0100')
  await expect.element(box('Name')).toHaveValue('Linh Tran')
})

test('nothing is stored of a form whose user signed out', async () => {
  open(ownProfile)
  await box('Phone').fill('+1 555 0100')
  // What a sign-out does, in this order (session-calls.ts).
  endSession()
  forgetDrafts((owner) => owner === user.id)
  close()
  expect({ ...sessionStorage }).toEqual({})
  open(ownProfile)
})
