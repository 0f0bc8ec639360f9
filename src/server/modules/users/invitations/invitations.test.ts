import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#contract/users/auth.ts'
import { acceptInvitation, verifyInvitation } from '#contract/users/invitations.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { inviteAgain, inviteUser, updateUser } from '#contract/users/admin-users.ts'
import { writeEmail } from '#server/modules/messaging/emails/email-kinds.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { balanceOf, makeUser, type TestUser, usd } from '#test/factories.ts'

let one: TestApp
let admin: TestUser
beforeAll(async () => {
  one = await makeTestApp()
  admin = await makeUser(one.ctx, { role: 'admin' })
  await makeUser(one.ctx, { role: 'admin' })
})
afterAll(() => one.drop())

const password = 'a-long-password'
const invite = async (own: Record<string, unknown> = {}, by = admin) => {
  const email = `${randomUUID()}@example.com`
  const answer = await one.call(inviteUser, { token: by.token, body: { name: 'Bo', email, ...own } })
  return { email, ...answer }
}
const again = (id: number, by = admin) => one.call(inviteAgain, { token: by.token, params: { id } })
const accept = (token: string, chosen = password) =>
  one.call(acceptInvitation, { body: { token, password: chosen } })
const look = (token: string) => one.call(verifyInvitation, { params: { token } })

/** Tokens of the queued emails to this address, in order. */
async function tokensTo(email: string): Promise<string[]> {
  const { rows } = await one.ctx.pool.query(
    `select user_id, details, event from emails where receiver = $1 and kind = 'invitation'
     order by substr(event, 12)::bigint`,
    [email],
  )
  return rows.map(({ user_id: userId, details }) => {
    const facts = {
      ...one.ctx,
      brand: { name: 'Acme' } as never,
      userId,
      receiver: email,
      language: 'en' as const,
      orderEmailsKey: Buffer.alloc(32),
    } // only its name is read
    const { text } = writeEmail({ kind: 'invitation', details }, facts)
    return /\/invitation\/(\S+)/.exec(text)?.[1] ?? 'none'
  })
}
const tokenTo = async (email: string) => (await tokensTo(email)).at(-1) ?? 'none'

test('an invited user has no password until they set one with the emailed link, once, which confirms the email', async () => {
  const { status, body, email } = await invite({ balance: 12.5, reason: 'A gift', language: 'vi' })
  expect([status, body.user]).toEqual([
    201,
    expect.objectContaining({ email, role: 'user', is_invited: true, balance: usd('12.5') }),
  ])
  const { id } = body.user
  const enter = () => one.call(login, { body: { email, password } })
  expect((await enter()).body.code).toBe('invalid_credentials')
  const token = await tokenTo(email)
  expect((await look(token)).body).toEqual({ success: true, valid: true, name: 'Bo', email })
  expect((await accept(token, 'sunshine')).json['field_codes']).toEqual({
    password: { code: 'password_easy' },
  })
  const entered = await accept(token)
  expect([entered.status, entered.body.user]).toEqual([
    201,
    expect.objectContaining({ id, email, language: 'vi', balance: usd('12.5') }),
  ])
  expect((await enter()).status).toBe(200)
  for (const over of [await accept(token), await look(token)])
    expect([over.status, over.body.code]).toEqual([404, 'invitation_invalid'])
  const { rows } = await one.ctx.pool.query(
    `select email_confirmed_at is not null as confirmed, (select count(*)::int from transactions where user_id = $1
       and type = 'bonus' and actor_id = $2 and details ->> 'reason' = 'A gift') as adjustments
     from users where id = $1`,
    [id, admin.id],
  )
  expect(rows).toEqual([{ confirmed: true, adjustments: 1 }])
  expect((await again(id)).body.code).toBe('state_conflict')
})

test('of many who use one link at once, one sets the password', async () => {
  const { email } = await invite()
  const token = await tokenTo(email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404, 404])
})

test('a new invitation revokes the previous link, and a link expires after seven days, and is invalid while its user is blocked', async () => {
  const { email, body } = await invite()
  const { id } = body.user
  expect((await again(id)).status).toBe(200)
  const [first = '', second = ''] = await tokensTo(email)
  expect([(await look(first)).status, (await look(second)).status]).toEqual([404, 200])
  const put = (status: string) =>
    one.call(updateUser, { token: admin.token, params: { id }, body: { status } })
  await put('blocked')
  expect([(await accept(second)).status, (await again(id)).status]).toEqual([404, 409])
  await put('active')
  expect((await look(second)).status).toBe(200)
  const age = (days: number) =>
    one.ctx.pool.query(
      `update invitations set created_at = now() - make_interval(days => $2) where user_id = $1`,
      [id, days],
    )
  await age(6)
  expect((await look(second)).status).toBe(200)
  await age(8)
  expect((await accept(second)).body.code).toBe('invitation_invalid')
})

test('a changed link is refused, and so is one from another email', async () => {
  const { email } = await invite()
  const token = await tokenTo(email)
  for (const odd of [
    `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
    'x',
    token.replace(/^\d+/, String(admin.id)),
    token.replace(/^\d+/, '9999999999'),
    token.replace(/-\d+-/, '-999999999999999999-'),
  ])
    expect([(await accept(odd)).status, (await look(odd)).body.code]).toEqual([404, 'invitation_invalid'])
  expect((await look(token)).status).toBe(200)
})

test('an email has one account, and an opening balance needs a reason', async () => {
  const { email } = await invite()
  const taken = await invite({ email: email.toUpperCase() })
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  for (const [own, field] of [
    [{ balance: 5 }, 'reason'],
    [{ balance: -5, reason: 'so' }, 'balance'],
    [{ new_password: 'in the clear' }, 'new_password'],
    [{ permissions: ['users'] }, 'permissions'],
  ] as const) {
    const refused = await invite(own)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]])
    const { rowCount } = await one.ctx.pool.query('select from users where email = $1', [refused.email])
    expect(rowCount).toBe(0)
  }
})

test('staff grant no permissions that they lack, and an opening balance needs permission to move money', async () => {
  const made = (permissions: readonly Permission[]) => makeUser(one.ctx, { role: 'admin', permissions })
  const clerk = await made(['users'])
  const chief = await made(['users', 'staff', 'support'])
  const statusOf = async (own: Record<string, unknown>, by: TestUser) => (await invite(own, by)).status
  expect(await statusOf({}, clerk)).toBe(201)
  expect(await statusOf({ balance: 1, reason: 'so' }, clerk)).toBe(403)
  expect(await statusOf({ role: 'admin', permissions: ['users'] }, clerk)).toBe(403)
  expect(await statusOf({ role: 'admin', permissions: ['users', 'support'] }, chief)).toBe(201)
  expect(await statusOf({ role: 'admin', permissions: ['money'] }, chief)).toBe(403)
  expect(await statusOf({ role: 'admin' }, chief)).toBe(403)
  const invited = await invite({ role: 'admin' })
  expect((await again(invited.body.user.id, clerk)).status).toBe(403)
  const customer = await makeUser(one.ctx)
  expect(await statusOf({}, customer)).toBe(403)
  expect(await balanceOf(one.ctx, customer.id)).toBe(0n)
})
