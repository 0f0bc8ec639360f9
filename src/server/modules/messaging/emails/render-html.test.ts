import { expect, test } from 'vitest'

import { contrastOf } from '#contract/settings/accent.ts'
import { languages } from '#contract/base/languages.ts'

import { type Email, writeEmail } from './email-kinds.ts'
import { renderHtml } from './render-html.ts'

const hostile = `"><img src=x onerror=alert(1)>'&`
const key = Buffer.alloc(32, 1)
const facts = {
  config: { publicUrl: 'https://panel.example' },
  secrets: { signingKey: key },
  brand: { name: `Acme ${hostile}` },
  userId: 7,
  receiver: 'bo@example.com',
  orderEmailsKey: key,
}
/** Every kind but announcements, with hostile text wherever a user can choose one. */
const samples: readonly Exclude<Email, { kind: 'announcement' }>[] = [
  { kind: 'email_confirmation', details: { confirmation: '1' } },
  { kind: 'email_change_asked', details: { email: `a${hostile}@example.com`, confirmation: '4' } },
  { kind: 'ticket_reply', details: { ticket_id: 5, subject: hostile } },
  { kind: 'payment_received', details: { amount: '1000000000', bonus: '5000000' } },
  { kind: 'transfer_refused', details: { amount: '1000000000', reason: hostile, order: 'a' } },
  { kind: 'order_updates', details: { order_completed: 3, order_failed: 1 } },
  { kind: 'password_changed', details: {} },
  { kind: 'api_key_made', details: { prefix: hostile } },
  { kind: 'invitation', details: { invitation: '2' } },
  {
    kind: 'contact_message',
    details: {
      name: hostile,
      email: 'x@example.com',
      subject: hostile,
      text: `${hostile}\nend`,
      ticket_id: null,
    },
  },
  { kind: 'new_sign_in', details: { device: null, address: '192.0.2.1', at: '2026-11-22T03:00:00.000Z' } },
  { kind: 'password_reset', details: { reset: '3' } },
  { kind: 'two_factor_on', details: {} },
  { kind: 'two_factor_off', details: {} },
  { kind: 'recovery_code_used', details: { left: 1 } },
  { kind: 'recovery_codes_made', details: {} },
  { kind: 'two_factor_reset', details: {} },
  { kind: 'setting_changed', details: { sections: ['mail', 'bonuses'], staff_id: 5 } },
]
const cases = languages.flatMap((language) => samples.map((email) => ({ language, email })))
const write = ({ language, email }: (typeof cases)[number]) => {
  const written = writeEmail(email, { ...facts, language } as never) // what of the context is read
  const look = { brand: facts.brand.name, accent: null, language, publicUrl: facts.config.publicUrl }
  return { written, html: renderHtml(written, look) }
}

test.each(cases)(
  '$email.kind in $language: user input stays text, and links lead to our site only',
  (one) => {
    const { html, written } = write(one)
    expect(html).not.toContain('<img')
    expect(html).not.toContain(hostile)
    // Attributes are between our own quotes, so quotes in values are escaped.
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
    expect(hrefs.length).toBeGreaterThan(0)
    expect(
      hrefs.every((href) => href === 'https://panel.example' || href.startsWith('https://panel.example/')),
    ).toBe(true)
    expect(html).toContain(`<html lang="${one.language}">`)
    // The plain text has the same content, with every link.
    for (const part of [...written.paragraphs, ...(written.closing ?? [])])
      expect(written.text).toContain(typeof part === 'string' ? part : part.link)
    expect(written.text).not.toContain('undefined')
  },
)

test('emails about orders and payments, and no account emails, are turned off with one click', () => {
  const optional = samples.filter(
    (email) => write({ language: 'ru', email }).written.unsubscribeUrl !== undefined,
  )
  expect(optional.map(({ kind }) => kind)).toEqual(['payment_received', 'transfer_refused', 'order_updates'])
  const { written } = write({ language: 'ru', email: samples[3] as (typeof samples)[number] }) // it is there
  expect(written.unsubscribeUrl).toMatch(/^https:\/\/panel\.example\/unsubscribe\/orders-7-[0-9a-f]{64}$/)
  // Links lead to the page in the user's language.
  expect(written.text).toContain('https://panel.example/ru/unsubscribe/orders-7-')
})

test("the operator's colour is on the card and the button, and all text is readable, in both themes", () => {
  const email = samples[0] as (typeof samples)[number] // it is there
  const written = writeEmail(email, { ...facts, language: 'en' } as never) // as above
  const html = renderHtml(written, {
    brand: 'Acme',
    accent: '#7a1fa2',
    language: 'en',
    publicUrl: 'https://panel.example',
  })
  const [, ground = '', text = ''] = /class="button"[^>]*background:(#\w{6});color:(#\w{6})/.exec(html) ?? []
  expect(ground).toBe('#7a1fa2')
  const [, darkGround = '', darkText = ''] =
    /\.button\{background:(#\w{6})!important;color:(#\w{6})/.exec(html) ?? []
  expect(Math.min(contrastOf(ground, text), contrastOf(darkGround, darkText))).toBeGreaterThan(4.5)
})

test('the warning of an email change links to its cancellation and to a password reset', () => {
  const asked = samples.find(({ kind }) => kind === 'email_change_asked')
  const { written } = write({ language: 'vi', email: asked as (typeof samples)[number] }) // it is there
  expect(written.text).toMatch(/https:\/\/panel\.example\/vi\/cancel-email-change\/7-4-[0-9a-f]{64}\n/)
  expect(written.text).toContain('https://panel.example/vi/forgot-password')
})
