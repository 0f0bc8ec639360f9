import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AdminTicketThread } from '#contract/support/admin-tickets.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { openDraft } from '#web/platform/drafts/drafts.ts'
import { Button } from '#web/ui/page/button.tsx'
import { StaffReply } from '#web/admin/tickets/staff-reply.tsx'
import { NewTicketForm } from '#web/shop/support/new-ticket-form.tsx'
import { NoteForm } from '#web/admin/tickets/note-form.tsx'
import { ReplyForm } from '#web/shop/support/reply-form.tsx'

// Longer than most: the three forms that use it are tested completely, with all answers of the server.

const user = { id: 7, name: 'Linh', email: 'linh@example.com', role: 'user', balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const time = '2026-11-22T10:00:00.000Z'
const reply = { id: 12, sender: 'Ada', sender_type: 'admin', time, content: 'x', attachments: [] }
const note = { id: 3, author: 'Ada', time, content: 'x' }

const ticket: AdminTicketThread = {
  id: 5,
  subject: 'Where is it?',
  category: 'Other',
  orderId: null,
  status: 'open',
  date: new Date(time),
  lastUpdate: new Date(time),
  is_unread: false,
  user_id: 7,
  user_email: 'linh@example.com',
  user_name: 'Linh',
  user_language: 'en',
  can_view: true,
  is_waiting: true,
  assignee: null,
  messages: [
    { id: 11, sender: 'Linh', sender_type: 'user', time: new Date(time), content: '?', attachments: [] },
  ],
  notes: [],
}

let takeAway = () => {}
/** Requests being sent, until each is answered. */
let sendings: { key: string | null; answer: () => void; refuse: () => void }[]
beforeEach(() => {
  sendings = []
  localStorage.setItem('session', JSON.stringify({ token, user }))
  vi.stubGlobal(
    'fetch',
    (_path: string, { headers }: RequestInit) =>
      new Promise<Response>((resolve) => {
        const answer = () => resolve(Response.json({ success: true, reply, note, ticket }, { status: 201 }))
        const refuse = () => resolve(Response.json({}, { status: 500 }))
        sendings.push({ key: new Headers(headers).get('idempotency-key'), answer, refuse })
      }),
  )
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.removeItem('session')
})

type Form = { part: ReactNode; box: string; button: string; draft: string; name: string }

const ada = { id: 7, name: 'Ada' }
const forms = {
  "a customer's reply": {
    part: <ReplyForm ticketId={5} />,
    box: 'Your reply',
    button: 'Send Reply',
    draft: 'reply-customer-5',
    name: 'message',
  },
  "staff's reply": {
    part: <StaffReply ticket={ticket} replies={[]} me={ada} onTyping={() => {}} />,
    box: 'Your reply',
    button: 'Send Reply',
    draft: 'reply-staff-5',
    name: 'message',
  },
  "staff's note": {
    part: <NoteForm ticketId={5} />,
    box: 'Note',
    button: 'Add Note',
    draft: 'note-5',
    name: 'note',
  },
} satisfies Record<string, Form>
const each = Object.entries<Form>(forms)

async function sendFirst({ box, button }: Form): Promise<void> {
  const text = page.getByRole('textbox', { name: box })
  await text.fill('The first half.')
  await page.getByRole('button', { name: button }).click()
  await expect.poll(() => sendings).toHaveLength(1)
  await text.fill('The first half. The second half.')
}

test.each(each)('%s: what is added while it is sent stays, and is its draft', async (_whose, form) => {
  takeAway = await showPart(form.part)
  await sendFirst(form)
  sendings[0]?.answer()
  const box = page.getByRole('textbox', { name: form.box })
  await expect.element(box).toHaveValue('The second half.')
  await expect.element(page.getByRole('button', { name: form.button })).toBeEnabled()
  expect(openDraft(form.draft, 7).values[form.name]).toBe('The second half.')

  await page.getByRole('button', { name: form.button }).click()
  await expect.poll(() => sendings).toHaveLength(2)
  sendings[1]?.answer()
  await expect.element(box).toHaveValue('')
  await expect.poll(() => openDraft(form.draft, 7).values).toEqual({})
})

test.each(each.slice(0, 2))('%s: a file that is added while another is sent stays', async (_whose, form) => {
  const box = () => page.getByLabelText('Attachments (optional)')
  takeAway = await showPart(form.part)
  await page.getByRole('textbox', { name: form.box }).fill('With a picture.')
  await userEvent.upload(box(), new File(['1'], 'first.png', { type: 'image/png' }))
  await page.getByRole('button', { name: form.button }).click()
  await expect.poll(() => sendings).toHaveLength(1)
  const second = new DataTransfer()
  second.items.add(new File(['22'], 'second.png', { type: 'image/png' }))
  box()
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: second, bubbles: true }))
  await expect.element(page.getByText('second.png')).toBeVisible()
  sendings[0]?.answer()
  await expect.element(page.getByText('first.png')).not.toBeInTheDocument()
  await expect.element(page.getByText('second.png')).toBeVisible()
  const files = new FormData(document.forms.namedItem(form.draft) ?? undefined).getAll('attachments')
  expect(files.map((file) => (file instanceof File ? file.name : file))).toEqual(['second.png'])
})

test.each(each)('%s: what was changed while it is sent stays as it is', async (_whose, form) => {
  takeAway = await showPart(form.part)
  await sendFirst(form)
  const box = page.getByRole('textbox', { name: form.box })
  await box.fill('The other half.')
  sendings[0]?.answer()
  await expect.element(page.getByRole('button', { name: form.button })).toBeEnabled()
  await expect.element(box).toHaveValue('The other half.')
  expect(openDraft(form.draft, 7).values[form.name]).toBe('The other half.')
})

test.each(each)('%s: what is added before it is closed is there when it is opened', async (_whose, form) => {
  takeAway = await showPart(form.part)
  await sendFirst(form)
  takeAway()
  sendings[0]?.answer()
  await expect.poll(() => openDraft(form.draft, 7).values[form.name]).toBe('The second half.')
  takeAway = await showPart(form.part)
  await expect.element(page.getByRole('textbox', { name: form.box })).toHaveValue('The second half.')
})

test.each(each)('%s: what was sent leaves the box that was opened meanwhile', async (_whose, form) => {
  takeAway = await showPart(form.part)
  await sendFirst(form)
  takeAway()
  takeAway = await showPart(form.part)
  const box = page.getByRole('textbox', { name: form.box })
  await expect.element(box).toHaveValue('The first half. The second half.')
  sendings[0]?.answer()
  await expect.element(box).toHaveValue('The second half.')
  expect(openDraft(form.draft, 7).values[form.name]).toBe('The second half.')
})

test.each(each)(
  '%s: what is sent again has its key, and what is written then another',
  async (_whose, form) => {
    takeAway = await showPart(form.part)
    const send = async (text: string) => {
      const count = sendings.length
      await page.getByRole('textbox', { name: form.box }).fill(text)
      await page.getByRole('button', { name: form.button }).click()
      await expect.poll(() => sendings).toHaveLength(count + 1)
      return sendings[count]
    }
    const first = await send('Hello')
    first?.refuse()
    await expect.element(page.getByRole('alert')).toBeVisible()
    // Also when they return to it later.
    takeAway()
    takeAway = await showPart(form.part)
    const again = await send('Hello')
    expect(again?.key).toBe(first?.key)
    again?.answer()
    await expect.element(page.getByRole('textbox', { name: form.box })).toHaveValue('')
    const next = await send('Hello')
    expect(next?.key).toMatch(/^[\da-f]{32}$/)
    expect(next?.key).not.toBe(first?.key)
  },
)

test('a resent ticket has the same key, and another text has another key', async () => {
  takeAway = await showPart(<NewTicketForm />)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Where is it?')
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('Other')
  const send = async (text: string) => {
    const count = sendings.length
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Create Ticket' }).click()
    await expect.poll(() => sendings).toHaveLength(count + 1)
    sendings[count]?.refuse()
    await expect.element(page.getByRole('alert')).toBeVisible()
    return sendings[count]?.key
  }
  const first = await send('Hello')
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(await send('Hello')).toBe(first)
  expect(await send('Hello again')).not.toBe(first)
})

test('text added while a new ticket is being sent becomes the draft of a reply', async () => {
  takeAway = await showPart(<NewTicketForm />)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Where is it?')
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('Other')
  await sendFirst({ ...forms["a customer's reply"], box: 'Message', button: 'Create Ticket' })
  sendings[0]?.answer()
  await expect.poll(() => openDraft('reply-customer-5', 7).values).toEqual({ message: 'The second half.' })
  expect(openDraft('new-ticket', 7).values).toEqual({})
})

test('a refusal is shown even if the form was closed before it arrived', async () => {
  function Closable() {
    const [isOpen, setIsOpen] = useState(true)
    const close = <Button onClick={() => setIsOpen(false)}>Leave</Button>
    return isOpen ? [<ReplyForm key="form" ticketId={5} />, <p key="close">{close}</p>] : <p>Closed</p>
  }
  takeAway = await showPart(<Closable />)
  await sendFirst(forms["a customer's reply"])
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  sendings[0]?.refuse()
  const said = page.getByText('Failed to send reply. Please try again.')
  await expect.element(said.first()).toBeVisible()
})

test("a reply by staff doesn't count as new to text they add while it is sent", async () => {
  let reload = () => {}
  function SettingsState() {
    const [messages, setMessages] = useState(ticket.messages)
    useEffect(() => {
      const own = { ...reply, sender_type: 'admin' as const, time: new Date(time) }
      reload = () => setMessages([...ticket.messages, own])
    }, [])
    return (
      <>
        <p>Messages: {messages.length}</p>
        <StaffReply ticket={{ ...ticket, messages }} replies={[]} me={ada} onTyping={() => {}} />
      </>
    )
  }
  takeAway = await showPart(<SettingsState />)
  await sendFirst(forms["staff's reply"])
  sendings[0]?.answer()
  await expect.element(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('The second half.')
  reload()
  await expect.element(page.getByText('Messages: 2')).toBeVisible()
  await expect.element(page.getByText(/posted while you were writing/)).not.toBeInTheDocument()
})
