import { useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { endSession } from '#web/platform/session/session.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'
import { useForm } from './use-form.ts'

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

let takeAway = () => {}
beforeEach(() => localStorage.setItem('session', JSON.stringify({ token, user })))
afterEach(() => {
  takeAway()
  sessionStorage.clear()
  localStorage.removeItem('session')
})

type Saved = Record<string, unknown>
const schema = z.record(z.string(), z.unknown())

/** Fields of every kind; one is controlled by React and shows and hides another. */
function Account({ onSave = () => Promise.resolve() }: { onSave?: (values: Saved) => Promise<void> }) {
  const [plan, setPlan] = useState('free')
  const form = useForm({
    schema,
    changesOnly: true,
    toValues: (data) => ({ ...Object.fromEntries(data), alerts: data.has('alerts') }),
    onSubmit: onSave,
  })
  return (
    <Form form={form} aria-label="Account">
      <TextField label="Name" name="name" defaultValue="Linh" />
      <NumberField label="Limit" name="limit" kind="money" defaultValue="12.50" />
      <SelectField
        label="Plan"
        name="plan"
        value={plan}
        onChange={({ currentTarget }) => setPlan(currentTarget.value)}
        options={['free', 'paid'].map((value) => ({ value, label: value }))}
      />
      {plan === 'paid' && <TextField label="Card" name="card" defaultValue="4242" />}
      <Checkbox label="Alerts" name="alerts" defaultChecked />
      <SaveBar />
    </Form>
  )
}

const box = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name })
const unsaved = page.getByText('Unsaved changes')
const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

test('a form is unsaved exactly while something in it differs from its initial values', async () => {
  takeAway = await showPart(<Account />)
  await expect.element(button('Save Changes')).toHaveAttribute('aria-disabled', 'true')
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  await expect.element(button('Save Changes')).not.toHaveAttribute('aria-disabled')
  await box('Name').fill('Linh')
  await expect.element(unsaved).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Alerts' }).click()
  await expect.element(unsaved).toBeVisible()
  await page.getByRole('checkbox', { name: 'Alerts' }).click()
  await expect.element(unsaved).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Plan' }).selectOptions('paid')
  await expect.element(unsaved).toBeVisible()
  await page.getByRole('combobox', { name: 'Plan' }).selectOptions('free')
  await expect.element(unsaved).not.toBeInTheDocument()
})

test('discarding restores the initial value of every kind of field, and removes the errors', async () => {
  takeAway = await showPart(<Account />)
  await box('Name').fill('')
  await box('Limit').fill('1.000')
  await page.getByRole('combobox', { name: 'Plan' }).selectOptions('paid')
  await box('Card').fill('1111')
  await page.getByRole('checkbox', { name: 'Alerts' }).click()
  await button('Save Changes').click()
  await expect.element(box('Limit')).toHaveAttribute('aria-invalid', 'true')
  await button('Discard').click()
  await expect.element(box('Name')).toHaveValue('Linh')
  await expect.element(box('Limit')).toHaveValue('12.50')
  await expect.element(box('Limit')).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('combobox', { name: 'Plan' })).toHaveValue('free')
  await expect.element(box('Card')).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: 'Alerts' })).toBeChecked()
  await expect.element(unsaved).not.toBeInTheDocument()
})

test('the focus is never lost when the bar changes: Save keeps it, and gets it after Discard', async () => {
  takeAway = await showPart(<Account />)
  const save = button('Save Changes')
  await box('Name').fill('Linh Tran')
  await expect.element(button('Discard')).toBeVisible()
  const discard = button('Discard').element() as HTMLElement // a button
  discard.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(unsaved).not.toBeInTheDocument()
  await expect.element(save).toHaveFocus()
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  const pressed = save.element() as HTMLElement // a button
  pressed.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(unsaved).not.toBeInTheDocument()
  await expect.element(save).toHaveFocus()
})

test('the next change is compared with the saved values', async () => {
  const sent: Saved[] = []
  takeAway = await showPart(<Account onSave={async (values) => void sent.push(values)} />)
  await box('Name').fill('Linh Tran')
  await button('Save Changes').click()
  await expect.element(unsaved).not.toBeInTheDocument()
  await box('Limit').fill('20')
  await button('Save Changes').click()
  await expect.element(unsaved).not.toBeInTheDocument()
  expect(sent).toEqual([{ name: 'Linh Tran' }, { limit: '20' }])
  await box('Name').fill('Somebody')
  await button('Discard').click()
  await expect.element(box('Name')).toHaveValue('Linh Tran')
})

/** Like an email change that needs the password and, once saved, allows another choice. */
function Moving() {
  const [isMoved, setIsMoved] = useState(false)
  const form = useForm({ schema, onSubmit: () => Promise.resolve(setIsMoved(true)) })
  return (
    <Form form={form}>
      <TextField label="Address" name="address" />
      {isMoved ? (
        <TextField label="Floor" name="floor" defaultValue="1" />
      ) : (
        <TextField label="Secret" name="secret" />
      )}
      <SaveBar />
    </Form>
  )
}

test('fields that appear or disappear after saving are no change until one is edited', async () => {
  takeAway = await showPart(<Moving />)
  await box('Address').fill('Second street')
  await box('Secret').fill('opens')
  await button('Save Changes').click()
  await expect.element(box('Floor')).toBeVisible()
  await expect.element(unsaved).not.toBeInTheDocument()
  await box('Floor').fill('2')
  await expect.element(unsaved).toBeVisible()
})

test("a change that failed to save is still unsaved, and the server's reason is shown", async () => {
  takeAway = await showPart(<Account onSave={() => Promise.reject(new Error('Try again later'))} />)
  await box('Name').fill('Linh Tran')
  await button('Save Changes').click()
  await expect.element(page.getByText('Try again later')).toBeVisible()
  await expect.element(unsaved).toBeVisible()
  await expect.element(box('Name')).toHaveValue('Linh Tran')
})

function Where() {
  return <output>At {useLocation().pathname}.</output>
}

const elsewhere = <Link to="/elsewhere">Elsewhere</Link>

test("leaving with unsaved changes asks first, and leaving without doesn't", async () => {
  takeAway = await showPart(
    <>
      <Where />
      {elsewhere}
      <Link to="/?tab=2">Tab</Link>
      <Account />
    </>,
  )
  const link = page.getByRole('link', { name: 'Elsewhere' })
  await page.getByRole('link', { name: 'Tab' }).click()
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  expect(isAskedByBrowser()).toBe(true)
  await link.click()
  await expect.element(question).toBeVisible()
  await button('Stay Here').click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByText('At /.')).toBeVisible()
  await expect.element(box('Name')).toHaveValue('Linh Tran')
  // The same page, with another query.
  await page.getByRole('link', { name: 'Tab' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await button('Discard').click()
  await expect.element(unsaved).not.toBeInTheDocument()
  expect(isAskedByBrowser()).toBe(false)
  await link.click()
  await expect.element(page.getByText('At /elsewhere.')).toBeVisible()
})

test('with several unsaved forms, leaving asks once', async () => {
  const warnings = vi.spyOn(console, 'warn')
  takeAway = await showPart(
    <>
      <Where />
      {elsewhere}
      <Account />
      <Account />
    </>,
  )
  await box('Name').first().fill('One')
  await box('Name').last().fill('Two')
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(question).toBeVisible()
  await button('Stay Here').click()
  // The other form asks, once the first has nothing to lose.
  await button('Discard').first().click()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(question).toBeVisible()
  await button('Leave').click()
  await expect.element(page.getByText('At /elsewhere.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  expect(warnings).not.toHaveBeenCalled()
})

test('an expired session leads to the login without asking', async () => {
  takeAway = await showPart(
    <>
      <Where />
      {elsewhere}
      <Account />
    </>,
  )
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  endSession()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(page.getByText('At /elsewhere.')).toBeVisible()
})

test("the bar doesn't cover the edited field when it appears", async () => {
  takeAway = await showPart(
    <div style={{ paddingTop: '100vh', paddingBottom: '100vh' }}>
      <Account />
    </div>,
  )
  const name = box('Name').element() as HTMLInputElement // a text box
  name.focus({ preventScroll: true })
  scrollTo({ top: scrollY + name.getBoundingClientRect().bottom - innerHeight + 4, behavior: 'instant' })
  // Filled in at once: browsers scroll to a field while the user types.
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  const top = () => document.querySelector('[data-save-bar]')?.getBoundingClientRect().top ?? 0
  await expect.poll(() => name.getBoundingClientRect().bottom < top()).toBe(true)
})

test("the bar doesn't cover a field focused by keyboard", async () => {
  takeAway = await showPart(
    <div style={{ paddingTop: '100vh', paddingBottom: '100vh' }}>
      <Account />
    </div>,
  )
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  // The next field is at the lower edge, where the bar is.
  const limit = box('Limit').element()
  scrollBy(0, limit.getBoundingClientRect().bottom - innerHeight)
  const top = () => document.querySelector('[data-save-bar]')?.getBoundingClientRect().top ?? 0
  expect(limit.getBoundingClientRect().bottom).toBeGreaterThan(top())
  await userEvent.keyboard('{Tab}')
  await expect.element(box('Limit')).toHaveFocus()
  await expect.poll(() => limit.getBoundingClientRect().bottom < top()).toBe(true)
})

test('a guard of several pages asks only when all of them are left', async () => {
  takeAway = await showPart(
    <>
      <Where />
      {elsewhere}
      <Link to="/parts/two">Second part</Link>
      <LeaveGuard isUnsaved within="/parts" />
    </>,
  )
  await page.getByRole('link', { name: 'Second part' }).click()
  await expect.element(page.getByText('At /parts/two.')).toBeVisible()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect.element(question).toBeVisible()
})

function Profile() {
  const form = useForm({
    schema,
    overSignIn: { name: 'profile', fields: ['name'] },
    onSubmit: () => Promise.resolve(),
  })
  return (
    <Form form={form}>
      <TextField label="Name" name="name" defaultValue="Linh" />
      <SaveBar />
    </Form>
  )
}

test("a link to the page in another language asks only if the input isn't restored there", async () => {
  const stay = (event: Event) => event.preventDefault()
  document.addEventListener('click', stay)
  takeAway = await showPart(
    <>
      <a href="/vi" hrefLang="vi">
        Tiếng Việt
      </a>
      <Profile />
    </>,
  )
  const language = page.getByRole('link', { name: 'Tiếng Việt' })
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  expect(isAskedByBrowser()).toBe(true)
  await language.click()
  expect(isAskedByBrowser()).toBe(false)
  takeAway()
  takeAway = await showPart(
    <>
      <a href="/vi" hrefLang="vi">
        Tiếng Việt
      </a>
      <Account />
    </>,
  )
  await box('Name').fill('Linh Tran')
  await expect.element(unsaved).toBeVisible()
  await language.click()
  expect(isAskedByBrowser()).toBe(true)
  document.removeEventListener('click', stay)
})

const listSchema = z.object({ list: z.array(z.string().check(z.maxLength(3))) })

function Lists({ outcome }: { outcome: 'again' | { list: string } }) {
  const form = useForm({
    schema: listSchema,
    toValues: (data) => ({ list: String(data.get('list')).split(',') }),
    onSubmit: () => Promise.resolve(outcome),
  })
  return (
    <Form form={form}>
      <TextField label="Title" name="title" />
      <TextField label="List" name="list" />
      <SaveBar />
    </Form>
  )
}

test('a value changed by the server is shown, and counts as saved', async () => {
  takeAway = await showPart(<Lists outcome={{ list: 'a, b' }} />)
  await box('List').fill('a,b')
  await button('Save Changes').click()
  await expect.element(box('List')).toHaveValue('a, b')
  await expect.element(unsaved).not.toBeInTheDocument()
})

test('a form for adding one item after another is empty after each', async () => {
  takeAway = await showPart(<Lists outcome="again" />)
  await box('List').fill('a,b')
  await button('Save Changes').click()
  await expect.element(box('List')).toHaveValue('')
  await expect.element(unsaved).not.toBeInTheDocument()
})

test('an error in a list is shown at its field, which gets the focus, until it is changed', async () => {
  takeAway = await showPart(<Lists outcome="again" />)
  await box('List').fill('a,long')
  await button('Save Changes').click()
  await expect.element(box('List')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(box('List')).toHaveFocus()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await box('List').fill('a,b')
  await expect.element(box('List')).not.toHaveAttribute('aria-invalid')
})

function isAskedByBrowser(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
