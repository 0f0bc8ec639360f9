import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { changePassword } from '#contract/users/account.ts'
import { cancelEmailChange, confirmEmail, login, register } from '#contract/users/auth.ts'
import { resetPassword, setNewPassword, verifyResetToken } from '#contract/users/resets.ts'
import { inviteUser, updateUser } from '#contract/users/admin-users.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'
import { type Email, writeEmail } from '#server/modules/messaging/emails/email-kinds.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

import { resetQueue } from './request-reset.ts'

// Longer than most: every use of an emailed link, by different users and at different times, on one app whose emails are read.

let one: TestApp
let strict: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  strict = await one.another({
    databaseUrl: one.database.url,
    env: { RATE_LIMITS: 'default', TRUST_PROXY: '1' },
  })
  admin = await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())

const password = 'a-long-password'
const changed = 'another-password'
async function join() {
  const email = `${randomUUID()}@example.com`
  const { body } = await one.call(register, { body: { name: 'Bo', email, password } })
  return { id: body.user.id, email, token: body.token }
}
async function ask(email: string) {
  const answer = await one.call(resetPassword, { body: { email } })
  await resetQueue.workDue(one.ctx)
  return answer
}
/** Links of the queued emails of that kind to this address, newest last. */
async function linksTo(email: string, kind: Email['kind'], pattern: RegExp): Promise<string[]> {
  const { rows } = await one.ctx.pool.query(
    `select user_id, details from emails where receiver = $1 and kind = $2
     order by regexp_replace(event, '\\D', '', 'g')::bigint`,
    [email, kind],
  )
  return rows.map(({ user_id: userId, details }) => {
    const facts = {
      orderEmailsKey: Buffer.alloc(32),
      ...one.ctx,
      brand: { name: 'Acme' } as never,
      userId,
      receiver: email,
    } // only its name is read
    const { text } = writeEmail({ kind, details } as never, { ...facts, language: 'en' }) // as the row has it
    return pattern.exec(text)?.[1] ?? 'none'
  })
}
const tokensTo = (email: string) => linksTo(email, 'password_reset', /\/reset-password\/(\S+)/)
async function tokenFor(email: string): Promise<string> {
  await ask(email)
  return (await tokensTo(email)).at(-1) ?? 'none'
}
const look = (token: string) => one.call(verifyResetToken, { params: { token } })
const set = (token: string, to = changed) => one.call(setNewPassword, { body: { token, password: to } })
const enter = async (email: string, with_: string) =>
  (await one.call(login, { body: { email, password: with_ } })).status
const isOver = async (token: string) => {
  const [looked, sent] = [await look(token), await set(token, 'never-the-password')]
  for (const { status, body } of [looked, sent])
    expect([status, body.code, body.message]).toEqual([404, 'reset_token_invalid', 'reset token not found'])
}

test('the emailed link sets a new password once, which ends every session and leaves API keys valid', async () => {
  const { id, email, token } = await join()
  const { key } = (await one.call(createApiKey, { token })).body
  // As typed: the address is read in lower case.
  const asked = await ask(` ${email.toUpperCase()} `)
  expect([asked.status, asked.body]).toEqual([
    200,
    { success: true, message: 'Password reset link has been sent to your email.' },
  ])
  const [link = 'none', ...others] = await tokensTo(email)
  expect(others).toEqual([])
  // An email scanner that opens the link does not use it up.
  for (let times = 0; times < 2; times += 1)
    expect([(await look(link)).status, (await look(link)).body]).toEqual([
      200,
      { success: true, valid: true },
    ])
  const short = await set(link, 'short')
  expect([short.status, short.json['field_codes']]).toEqual([
    422,
    { password: { code: 'password_short', min: 8 } },
  ])
  const easy = await set(link, email.toUpperCase())
  expect([easy.status, easy.json['field_codes']]).toEqual([422, { password: { code: 'password_easy' } }])
  expect([(await set(link)).status, (await one.call(getProfile, { token })).status]).toEqual([200, 401])
  expect([await enter(email, password), await enter(email, changed)]).toEqual([401, 200])
  expect((await one.call(getProfile, { token: key })).status).toBe(200)
  await isOver(link)
  expect(await enter(email, changed)).toBe(200)
  const { rows } = await one.ctx.pool.query(
    `select email_confirmed_at is not null as confirmed, (select count(*)::int from emails
       where user_id = $1 and kind = 'password_changed') as told from users where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ confirmed: true, told: 1 }])
})

test('a reset revokes API keys on request, at once in every process, and the email says so', async () => {
  const { id, email, token } = await join()
  const other = await one.another()
  const { key } = (await one.call(createApiKey, { token })).body
  const byKey = async () => (await other.call(getProfile, { token: key })).status
  expect(await byKey()).toBe(200)
  const body = { token: await tokenFor(email), password: changed, end_api_keys: true }
  expect((await one.call(setNewPassword, { body })).status).toBe(200)
  await expect.poll(byKey, { timeout: 5_000 }).toBe(401)
  const { rows } = await one.ctx.pool.query(
    `select details from emails where user_id = $1 and kind = 'password_changed'`,
    [id],
  )
  expect(rows).toEqual([{ details: { keys_ended: true } }])
})

test('of many who use one link at once, one sets the password', async () => {
  const { email } = await join()
  const link = await tokenFor(email)
  const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => set(link, `the-password-${at}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(await enter(email, `the-password-${winner}`)).toBe(200)
})

test('of two links requested at the same moment none is valid after one set the password', async () => {
  const { id, email } = await join()
  const link = await tokenFor(email)
  const { rows } = await one.ctx.pool.query('select * from password_resets where user_id = $1', [id])
  await ask(email)
  const [, other = 'none'] = await tokensTo(email)
  // As two workers leave them when neither saw the other's.
  await one.ctx.pool.query(
    'insert into password_resets (user_id, id, email, token_hash) values ($1, $2, $3, $4)',
    [id, rows[0].id, email, rows[0].token_hash],
  )
  expect([(await look(link)).status, (await look(other)).status]).toEqual([200, 200])
  expect((await set(other)).status).toBe(200)
  await isOver(link)
})

test('a link expires after an hour, with a newer one, with a changed password, and when the email changes or the account is blocked', async () => {
  const { id, email } = await join()
  const [first, second] = [await tokenFor(email), await tokenFor(email)]
  expect(second).not.toBe(first)
  await isOver(first)
  const put = (status: string) =>
    one.call(updateUser, { token: admin.token, params: { id }, body: { status } })
  await put('blocked')
  await isOver(second)
  await put('active')
  expect((await look(second)).status).toBe(200)
  await one.ctx.pool.query('update users set email = $2 where id = $1', [id, `moved-${email}`])
  await isOver(second)
  await one.ctx.pool.query('update users set email = $2 where id = $1', [id, email])
  const age = (minutes: number) =>
    one.ctx.pool.query(
      'update password_resets set created_at = now() - make_interval(mins => $2) where user_id = $1',
      [id, minutes],
    )
  await age(58)
  expect((await look(second)).status).toBe(200)
  await age(61)
  await isOver(second)
  const third = await tokenFor(email)
  const { body } = await one.call(login, { body: { email, password } })
  const change = { currentPassword: password, newPassword: changed }
  expect((await one.call(changePassword, { token: body.token, body: change })).status).toBe(200)
  await isOver(third)
})

test('unknown, blocked, deleted and invited users get the same answer and no email', async () => {
  const [blocked, gone] = [await join(), await join()]
  const invited = `${randomUUID()}@example.com`
  await one.call(inviteUser, { token: admin.token, body: { name: 'Al', email: invited } })
  await one.ctx.pool.query(`update users set status = 'blocked' where id = $1`, [blocked.id])
  await one.ctx.pool.query('update users set deleted_at = now() where id = $1', [gone.id])
  const known = await ask((await join()).email)
  for (const email of [`${randomUUID()}@example.com`, blocked.email, gone.email, invited]) {
    const { status, json } = await ask(email)
    expect([status, json]).toEqual([known.status, known.json])
    expect(await tokensTo(email)).toEqual([])
  }
  const { rows } = await one.ctx.pool.query('select email from reset_requests')
  expect(rows).toEqual([])
})

test('the request is stored without a look-up: known and unknown addresses run the same statements', async () => {
  const { email } = await join()
  for (const asked of [email, `${randomUUID()}@example.com`]) {
    await one.call(resetPassword, { body: { email: asked } })
    const { rows } = await one.ctx.pool.query('select email from reset_requests')
    expect(rows).toEqual([{ email: asked }])
    expect(await tokensTo(asked)).toEqual([])
    await one.ctx.pool.query('delete from reset_requests')
  }
})

test('a changed link is refused, so is one from another email, and the database has only a hash of the token', async () => {
  const { id, email } = await join()
  const link = await tokenFor(email)
  const [confirmation = 'none'] = await linksTo(email, 'email_confirmation', /\/confirm-email\/(\S+)/)
  for (const odd of [
    `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
    'x',
    confirmation,
    link.replace(/^\d+/, String(admin.id)),
    link.replace(/^\d+/, '9999999999'),
    link.replace(/-\d+-/, '-999999999999999999-'),
  ])
    await isOver(odd)
  expect((await one.call(confirmEmail, { body: { token: link } })).status).toBe(404)
  const { rows } = await one.ctx.pool.query(
    `select octet_length(token_hash) as bytes, password_resets::text as kept from password_resets where user_id = $1`,
    [id],
  )
  expect(rows[0].bytes).toBe(32)
  const mails = await one.ctx.pool.query('select emails::text as kept from emails')
  const kept = JSON.stringify([rows, mails.rows])
  expect(kept).not.toContain(link.split('-')[2])
  expect((await look(link)).status).toBe(200)
})

test.each(['by a reset', 'by the owner'])(
  'a new password %s cancels a pending change of email',
  async (way) => {
    const { id, email, token } = await join()
    const stolen = `${randomUUID()}@example.com`
    const move = { name: 'Bo', email: stolen, password }
    expect((await one.call(updateProfile, { token, body: move })).body.user.pending_email).toBe(stolen)
    const [confirmation = 'none'] = await linksTo(stolen, 'email_confirmation', /\/confirm-email\/(\S+)/)
    const change = { currentPassword: password, newPassword: changed }
    const answer =
      way === 'by a reset' ? set(await tokenFor(email)) : one.call(changePassword, { token, body: change })
    expect((await answer).status).toBe(200)
    expect((await one.call(confirmEmail, { body: { token: confirmation } })).body.code).toBe(
      'confirmation_invalid',
    )
    const { rows } = await one.ctx.pool.query('select email, pending_email from users where id = $1', [id])
    expect(rows).toEqual([{ email, pending_email: null }])
  },
)

test('the link in the warning cancels a change of email, also one requested later, until the email has changed', async () => {
  const { email, token } = await join()
  const move = (to: string) => one.call(updateProfile, { token, body: { name: 'Bo', email: to, password } })
  const confirm = (link: string) => one.call(confirmEmail, { body: { token: link } })
  const cancel = (link: string) => one.call(cancelEmailChange, { body: { token: link } })
  const wanted = `${randomUUID()}@example.com`
  const confirmations = () => linksTo(wanted, 'email_confirmation', /\/confirm-email\/(\S+)/)
  await move(wanted)
  const [warning = 'none'] = await linksTo(email, 'email_change_asked', /\/cancel-email-change\/(\S+)/)
  const [confirmation = 'none'] = await confirmations()
  for (const odd of [confirmation, warning.replace(/-\d+-/, '-999999-'), `${warning.slice(0, -1)}x`, 'x'])
    expect((await cancel(odd)).body.code).toBe('confirmation_invalid')
  expect((await confirm(warning)).body.code).toBe('confirmation_invalid')
  expect([(await cancel(warning)).status, (await cancel(warning)).status]).toEqual([200, 200])
  expect((await confirm(confirmation)).body.code).toBe('confirmation_invalid')
  await move(`${randomUUID()}@example.com`)
  expect((await cancel(warning)).status).toBe(200)
  const { user } = (await one.call(getProfile, { token })).body
  expect([user.email, user.pending_email]).toEqual([email, undefined])
  await move(wanted)
  expect((await confirm((await confirmations()).at(-1) ?? 'none')).status).toBe(200)
  expect((await cancel(warning)).body.code).toBe('confirmation_invalid')
})

test('a missing or invalid address is reported, and an email is requested at most 3 times an hour, known or not', async () => {
  for (const [body, code] of [
    [{ email: ' ' }, 'email_required'],
    [{ email: 'nobody' }, 'email_invalid'],
    [{}, 'email_required'],
  ] as const) {
    const refused = await one.call(resetPassword, { body })
    expect([refused.status, refused.json['field_codes']]).toEqual([422, { email: { code } }])
  }
  const askFrom = async (email: string, address: string) =>
    (await strict.call(resetPassword, { body: { email }, headers: { 'x-forwarded-for': address } })).status
  for (const email of [(await join()).email, `${randomUUID()}@example.com`]) {
    const statuses: number[] = []
    for (let times = 0; times < 4; times += 1) statuses.push(await askFrom(email, `192.0.2.${times}`))
    expect(statuses).toEqual([200, 200, 200, 429])
  }
  const here = '198.51.100.7'
  const all = await Promise.all(
    Array.from({ length: 32 }, () => askFrom(`${randomUUID()}@example.com`, here)),
  )
  expect(all.filter((status) => status === 429)).toHaveLength(2)
})

test('an address whose email cannot be queued blocks no other, and is retried', async () => {
  const [first, second] = [await join(), await join()]
  await one.database.pool.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`)
  await one.database.pool.query(
    `create trigger refuse_one before insert on emails for each row when (new.receiver = '${first.email}')
     execute function refuse_one()`,
  )
  for (const { email } of [first, second]) await one.call(resetPassword, { body: { email } })
  await resetQueue.workDue(one.ctx)
  expect([await tokensTo(first.email), await tokensTo(second.email)]).toEqual([[], [expect.any(String)]])
  await one.database.pool.query('drop function refuse_one cascade')
  await resetQueue.workDue({ ...one.ctx, clock: () => new Date(Date.now() + 10_000) })
  expect(await tokensTo(first.email)).toHaveLength(1)
})
