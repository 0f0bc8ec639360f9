import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { showPart } from '#web/testing/show-part.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useForm } from './use-form.ts'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  sessionStorage.clear()
})

function Letter() {
  const form = useForm({
    schema: z.object({ subject: z.string(), message: z.string() }),
    check: (data) => ({
      ...(data.get('subject') === '' && { subject: 'Say what it is about' }),
      ...(data.get('message') === '' && { message: 'Say something' }),
    }),
    onSubmit: async () => {},
  })
  return (
    <form {...form.props}>
      <TextField label="Subject" name="subject" error={form.errors['subject']} />
      <TextField label="Message" name="message" error={form.errors['message']} />
      <Button type="submit">Send</Button>
    </form>
  )
}

test("a field's error disappears when its text changes, and other fields keep theirs", async () => {
  takeAway = await showPart(<Letter />)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('Say what it is about')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveFocus()
  await userEvent.keyboard('M')
  await expect.element(page.getByText('Say what it is about')).not.toBeInTheDocument()
  await expect.element(page.getByText('Say something')).toBeVisible()
})
