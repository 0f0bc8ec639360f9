import { expect, test } from 'vitest'

import { contrastOf } from '#contract/settings/accent.ts'
import { languages } from '#contract/base/languages.ts'

import { layOut } from './lay-out.ts'
import { type Letter, writeLetter } from './email-kinds.ts'

const hostile = `"><img src=x onerror=alert(1)>'&`
const key = Buffer.alloc(32, 1)
const facts = {
  config: { publicUrl: 'https://panel.example' },
  secrets: { signingKey: key },
  brand: { name: `Acme ${hostile}` },
  userId: 7,
  receiver: 'bo@example.com',
  orderLettersKey: key,
}
/** Every letter but announcements, which are written from their row, with whatever somebody may choose in it. */
const samples: readonly Exclude<Letter, { letter: 'announcement' }>[] = [
  { letter: 'email_confirmation', details: { confirmation: '1' } },
  { letter: 'email_change_asked', details: { email: `a${hostile}@example.com`, confirmation: '4' } },
  { letter: 'ticket_reply', details: { ticket_id: 5, subject: hostile } },
  { letter: 'payment_received', details: { amount: '1000000000', bonus: '5000000' } },
  { letter: 'order_updates', details: { order_completed: 3, order_failed: 1 } },
  { letter: 'password_changed', details: {} },
  { letter: 'api_key_made', details: { prefix: hostile } },
  { letter: 'invitation', details: { invitation: '2' } },
  {
    letter: 'contact_message',
    details: {
      name: hostile,
      email: 'x@example.com',
      subject: hostile,
      text: `${hostile}\nend`,
      ticket_id: null,
    },
  },
  { letter: 'new_sign_in', details: { device: null, address: '192.0.2.1', at: '2026-11-22T03:00:00.000Z' } },
  { letter: 'password_reset', details: { reset: '3' } },
  { letter: 'two_factor_on', details: {} },
  { letter: 'two_factor_off', details: {} },
  { letter: 'recovery_code_used', details: { left: 1 } },
  { letter: 'recovery_codes_made', details: {} },
  { letter: 'two_factor_reset', details: {} },
  { letter: 'setting_changed', details: { sections: ['mail', 'bonuses'], staff_id: 5 } },
]
const cases = languages.flatMap((language) => samples.map((letter) => ({ language, letter })))
const write = ({ language, letter }: (typeof cases)[number]) => {
  const written = writeLetter(letter, { ...facts, language } as never) // what of the context is read
  const look = { brand: facts.brand.name, accent: null, language, publicUrl: facts.config.publicUrl }
  return { written, html: layOut(written, look) }
}

test.each(cases)(
  '$letter.letter in $language: what somebody chose stays text, and links lead to us alone',
  (one) => {
    const { html, written } = write(one)
    expect(html).not.toContain('<img')
    expect(html).not.toContain(hostile)
    // What a tag holds is between quotes of ours, so its quotes are escaped.
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
    expect(hrefs.length).toBeGreaterThan(0)
    expect(
      hrefs.every((href) => href === 'https://panel.example' || href.startsWith('https://panel.example/')),
    ).toBe(true)
    expect(html).toContain(`<html lang="${one.language}">`)
    // The same is said in plain text, with every link.
    for (const part of [...written.paragraphs, ...(written.closing ?? [])])
      expect(written.text).toContain(typeof part === 'string' ? part : part.link)
    expect(written.text).not.toContain('undefined')
  },
)

test('news of orders and payments, and nothing about the account itself, is turned off by one click', () => {
  const optional = samples.filter(
    (letter) => write({ language: 'ru', letter }).written.unsubscribeUrl !== undefined,
  )
  expect(optional.map(({ letter }) => letter)).toEqual(['payment_received', 'order_updates'])
  const { written } = write({ language: 'ru', letter: samples[3] as (typeof samples)[number] }) // it is there
  expect(written.unsubscribeUrl).toMatch(/^https:\/\/panel\.example\/unsubscribe\/orders-7-[0-9a-f]{64}$/)
  // A person is led to the page in their language.
  expect(written.text).toContain('https://panel.example/ru/unsubscribe/orders-7-')
})

test("the operator's colour is on the slip and the button, and every text on it can be read, in both themes", () => {
  const letter = samples[0] as (typeof samples)[number] // it is there
  const written = writeLetter(letter, { ...facts, language: 'en' } as never) // as above
  const html = layOut(written, {
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

test('who did not ask for another address is led to where the change is canceled, and to a new password', () => {
  const asked = samples.find(({ letter }) => letter === 'email_change_asked')
  const { written } = write({ language: 'vi', letter: asked as (typeof samples)[number] }) // it is there
  expect(written.text).toMatch(/https:\/\/panel\.example\/vi\/cancel-email-change\/7-4-[0-9a-f]{64}\n/)
  expect(written.text).toContain('https://panel.example/vi/forgot-password')
})
