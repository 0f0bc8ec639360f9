import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTicket } from '#contract/support/tickets.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import {
  makeHugePicture,
  makeOffice,
  makeOldOffice,
  makePdf,
  makePicture,
  makeZip,
  sendForm,
  type TestFile,
} from '#test/make-files.ts'

import { sweepFiles } from '#server/modules/attachments/sweep-files.ts'

// Longer than most: every way to refuse a file is tried on one app, and each takes some lines.

let app: TestApp
let user: TestUser
let stranger: TestUser
let ticketId: number
beforeAll(async () => {
  app = await makeTestApp()
  user = await makeUser(app.ctx)
  stranger = await makeUser(app.ctx)
  const body = { subject: 'S', category: 'Other', message: 'M' }
  ticketId = (await app.call(createTicket, { token: user.token, body })).body.ticket.id
})
afterAll(() => app.drop())

const open = (files: readonly TestFile[], fields: Record<string, string> = {}) =>
  sendForm(`${app.url}/api/tickets`, {
    token: user.token,
    fields: { subject: 'S', category: 'Other', message: 'M', ...fields },
    files,
  })
const reply = (files: readonly TestFile[], { token } = user) =>
  sendForm(`${app.url}/api/tickets/${ticketId}/messages`, { token, fields: { message: 'M' }, files })
async function replyWith(file: TestFile): Promise<{ id: number; name: string; type: string; bytes: number }> {
  const { status, json } = await reply([file])
  expect([status, json.code]).toEqual([201, undefined])
  return json.reply.attachments[0]
}
const fetchFile = (id: number, { token } = user, ticket = ticketId) =>
  fetch(`${app.url}/api/tickets/${ticket}/attachments/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
const named = (name: string, bytes: Buffer): TestFile => ({ name, bytes })
const countKept = async () =>
  (await app.ctx.pool.query('select count(*)::int as n from attachments')).rows[0].n
const codeIn = (body: unknown) => (body as { code?: string }).code // the shape of every error
const appended = (bytes: Buffer, tail: string | Buffer) => Buffer.concat([bytes, Buffer.from(tail)])

describe('accepted files', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a picture: %s', async (format) => {
    const sent = await makePicture(format)
    const kept = await replyWith(named(`shot.${format}`, sent))
    expect(kept).toMatchObject({ name: `shot.${format}`, type: `image/${format}` })
    const answer = await fetchFile(kept.id)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.length, (await sharp(bytes).metadata()).width]).toEqual([kept.bytes, 8])
  })

  test('a document of each kind with a new ticket, and no table in a reply', async () => {
    const files = { pdf: makePdf(), docx: makeOffice('docx'), xlsx: makeOffice('xlsx') }
    const old = { doc: makeOldOffice(['WordDocument']), xls: makeOldOffice(['Workbook']) }
    for (const [kind, bytes] of Object.entries({ ...files, ...old })) {
      const { status, json } = await open([named(`a.${kind}`, bytes)])
      expect([kind, status, json.code]).toEqual([kind, 201, undefined])
      const [{ attachments }] = json.ticket.messages
      const answer = await fetchFile(attachments[0].id, user, json.ticket.id)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
      const inReply = await reply([named(`a.${kind}`, bytes)])
      const said = `a.${kind} isn't an allowed file type. Allowed: images, PDF and Word`
      const wanted = kind.startsWith('xls') ? [415, said] : [201, undefined]
      expect([inReply.status, inReply.json.message]).toEqual(wanted)
    }
  })

  test('a file is only ever downloaded: as an attachment, with its own type, with nothing allowed to run', async () => {
    const { id } = await replyWith(named("größe 'a'.png", await makePicture('png')))
    const { status, headers } = await fetchFile(id)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="gr__e _a_.png"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%27a%27.png`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('a file gets the type of its content: a picture that claims to be a program is a picture', async () => {
    const kept = await replyWith(named('invoice.exe', await makePicture('png')))
    expect(kept).toMatchObject({ name: 'invoice.png', type: 'image/png' })
  })

  test('a picture is re-encoded, without its location', async () => {
    const sent = await sharp(await makePicture('jpeg'))
      .withExif({ IFD3: { GPSLatitude: '51/1' } })
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const { id } = await replyWith(named('home.jpg', sent))
    const bytes = Buffer.from(await (await fetchFile(id)).arrayBuffer())
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })
})

describe('refused files, of which nothing is stored', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, string, string][] = [
    ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 7)]), 'a.png', 'type_in_reply'],
    [
      'a program of Linux',
      () => Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0')),
      'a.pdf',
      'type_in_reply',
    ],
    [
      'an installer in the clothes of a document',
      () => makeOldOffice(['!_StringData']),
      'a.doc',
      'type_in_reply',
    ],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.png', 'type_in_reply'],
    [
      'a drawing that can run scripts',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.svg',
      'type_in_reply',
    ],
    ['an archive', () => makeZip({ 'a.txt': 'a' }), 'a.docx', 'type_in_reply'],
    ['nothing', () => Buffer.alloc(0), 'a.png', 'type_in_reply'],
    [
      'a picture with a page behind it',
      async () => appended(await makePicture('png'), '<script>1</script>'),
      'a.png',
      'damaged',
    ],
    [
      'a picture with an archive behind it',
      async () => appended(await makePicture('gif'), makeZip({ a: 'a' })),
      'a.gif',
      'damaged',
    ],
    ['a PDF with an archive behind it', () => appended(makePdf(), makeZip({ a: 'a' })), 'a.pdf', 'damaged'],
    [
      'a PDF that is a page as well',
      () => Buffer.from('%PDF-1.7 <html><script>1</script>%%EOF'),
      'a.pdf',
      'damaged',
    ],
    ['a PDF that was cut off', () => makePdf().subarray(0, 40), 'a.pdf', 'damaged'],
    [
      'a picture that was cut off',
      async () => (await makePicture('png', { width: 90, height: 90 })).subarray(0, 120),
      'a.png',
      'damaged',
    ],
    ['a picture of 50,000 × 50,000', () => makeHugePicture(50_000), 'a.png', 'pixels'],
    ['a document with macros', () => makeOffice('docx', { 'word/vbaProject.bin': 'x' }), 'a.docx', 'macros'],
    ['an old document with macros', () => makeOldOffice(['WordDocument', '_VBA_PROJECT']), 'a.doc', 'macros'],
  ]
  test.each(refusals)('%s', async (_what, make, name, reason) => {
    const before = await countKept()
    const { status, json } = await reply([named(name, await make())])
    expect([status, json.code, json.details]).toEqual([415, 'attachment_refused', { reason, name }])
    expect(await countKept()).toBe(before)
  })

  test.each([
    '../../etc/passwd.png',
    '/etc/passwd.png',
    String.raw`C:\windows\a.png`,
    '..',
    'a\u202egnp.exe',
    `${'x'.repeat(250)}.png`,
  ])('the name %j', async (name) => {
    const { status, json } = await reply([named(name, await makePicture('png'))])
    expect([status, json.fields]).toEqual([422, { attachments: "This file name isn't allowed" }])
  })

  test('more than three files, and one of more than 2 MB', async () => {
    const file = named('a.png', await makePicture('png'))
    expect((await reply([file, file, file])).json.reply.attachments).toHaveLength(3)
    const many = await reply([file, file, file, file])
    expect([many.status, many.json.fields]).toEqual([
      422,
      { attachments: 'You can upload a maximum of 3 files' },
    ])
    for (const [bytes, status] of [
      [2_097_152, 201],
      [2_097_153, 413],
    ] as const) {
      // A PDF may end in white space.
      const pdf = appended(makePdf(), '')
      const sized = Buffer.concat([
        pdf.subarray(0, 9),
        Buffer.alloc(bytes - pdf.length, ' '),
        pdf.subarray(9),
      ])
      const answer = await reply([named('a.pdf', sized)])
      expect([answer.status, answer.json.message]).toEqual([
        status,
        status === 413 ? 'Some files exceed the 2MB size limit' : undefined,
      ])
    }
  })

  test('one bad file among good ones, and its message', async () => {
    const good = named('a.png', await makePicture('png'))
    const before = await countKept()
    const { status } = await open([good, named('b.png', Buffer.from('no picture'))])
    expect([status, await countKept()]).toEqual([415, before])
  })

  test('another user’s file by its id, and one of another ticket', async () => {
    const { id } = await replyWith(named('a.png', await makePicture('png')))
    const statusAndCode = async (answer: Response) => [answer.status, codeIn(await answer.json())]
    expect(await statusAndCode(await fetchFile(id, stranger))).toEqual([404, 'ticket_not_found'])
    const elsewhere = (await open([])).json.ticket.id
    expect(await statusAndCode(await fetchFile(id, user, elsewhere))).toEqual([404, 'not_found'])
    expect((await reply([named('a.png', await makePicture('png'))], stranger)).status).toBe(404)
    const helper = await makeUser(app.ctx, { role: 'admin', permissions: ['support'] })
    expect((await fetchFile(id, helper)).status).toBe(200)
    const other = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
    expect((await fetchFile(id, other)).status).toBe(404)

    // Staff without the required second factor see only their own tickets.
    const { pool, events } = app.ctx
    await pool.query(`insert into settings (section, value) values ('staff_sign_in', '{"two_factor": true}')`)
    events.publish({ topic: 'settings' })
    try {
      await expect.poll(async () => (await fetchFile(id, helper)).status).toBe(404)
      expect((await fetchFile(id)).status).toBe(200)
    } finally {
      await pool.query(`update settings set value = '{"two_factor": false}' where section = 'staff_sign_in'`)
      events.publish({ topic: 'settings' })
    }
  })

  test('a form that is invalid, truncated, or has a field twice', async () => {
    const headers = {
      authorization: `Bearer ${user.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const whole = part('subject', 'S') + part('category', 'Other') + part('message', 'M')
    const send = async (body: string) => {
      const answer = await fetch(`${app.url}/api/tickets`, { method: 'POST', headers, body })
      return [answer.status, codeIn(await answer.json())]
    }
    expect(await send(`${whole}--x--\r\n`)).toEqual([201, undefined])
    expect(await send('')).toEqual([422, 'invalid_fields'])
    expect(await send('nonsense')).toEqual([400, 'invalid_parameter'])
    expect(await send(whole)).toEqual([400, 'invalid_parameter'])
    expect(await send(`${whole}${part('subject', 'T')}--x--\r\n`)).toEqual([400, 'invalid_parameter'])
    expect(await send(`${whole}${part('__proto__', 'T')}--x--\r\n`)).toEqual([400, 'invalid_parameter'])
    expect(await send(`${whole}${part('extra', 'T')}--x--\r\n`)).toEqual([422, 'unknown_field'])
    expect(await send(`${whole}${part('orderId', '')}--x--\r\n`)).toEqual([201, undefined])
    expect(await send(`${whole}${part('orderId', 'x')}--x--\r\n`)).toEqual([422, 'invalid_fields'])
    const many = Array.from({ length: 30 }, (_, index) => part(`f${index}`, 'x')).join('')
    expect(await send(`${many}--x--\r\n`)).toEqual([413, 'payload_too_large'])
    expect(await send(`${part('message', 'x'.repeat(70_000))}--x--\r\n`)).toEqual([400, 'invalid_parameter'])
  })
})

test('a form without files is accepted as browsers without scripts send it, with the same checks', async () => {
  const send = async (body: string) => {
    const answer = await fetch(`${app.url}/api/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    const json: unknown = await answer.json()
    return [answer.status, codeIn(json)]
  }
  const whole = 'subject=S+%26+T&category=Other&message=a%0Ab'
  expect(await send(whole)).toEqual([201, undefined])
  const { rows } = await app.ctx.pool.query('select subject from tickets order by id desc limit 1')
  expect(rows).toEqual([{ subject: 'S & T' }])
  expect(await send(`${whole}&orderId=`)).toEqual([201, undefined])
  expect(await send(`${whole}&orderId=x`)).toEqual([422, 'invalid_fields'])
  expect(await send(`${whole}&extra=1`)).toEqual([422, 'unknown_field'])
  for (const odd of ['subject=T', '__proto__=x', 'constructor=x'])
    expect(await send(`${whole}&${odd}`)).toEqual([400, 'invalid_parameter'])
  const many = Array.from({ length: 30 }, (_, at) => `f${at}=x`).join('&')
  expect(await send(many)).toEqual([413, 'payload_too_large'])
  expect(await send(`${whole}&x=${'x'.repeat(3_000_000)}`)).toEqual([413, 'payload_too_large'])
})

test('the form of a user who may not send one is not read', async () => {
  const { port } = new URL(app.url)
  const socket = connect(Number(port), '127.0.0.1')
  // The body never comes: a handler that waited for it would not answer.
  socket.write(
    'POST /api/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\n' +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n',
  )
  const [head] = await Array.fromAsync(socket.take(1))
  expect(String(head)).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

test('slow and concurrent uploads block nobody else', async () => {
  const { port } = new URL(app.url)
  const slow = await makeUser(app.ctx)
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /api/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n',
    )
    return socket
  })
  const fields = { subject: 'S', category: 'Other', message: 'M' }
  const send = async ({ token }: TestUser) =>
    (await sendForm(`${app.url}/api/tickets`, { token, fields, files: [] })).status
  await expect.poll(() => send(slow), { timeout: 20_000 }).toBe(429)
  expect(await send(user)).toBe(201)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => send(slow), { timeout: 20_000 }).toBe(201)
})

test('an upload without a message is deleted after a day, the file first, and the rest stays', async () => {
  const kept = await replyWith(named('a.png', await makePicture('png')))
  const { rows } = await app.ctx.pool.query(
    `insert into attachments (user_id, store, key, name, type, bytes, created_at)
     select user_id, store, key || 'x', name, type, bytes, now() - age from attachments,
       (values (interval '25 hours'), (interval '23 hours')) as ages (age) where id = $1 returning id`,
    [kept.id],
  )
  const [old, young] = rows.map(({ id }) => Number(id))
  // A file in a bucket that no longer exists does not stop the sweep.
  await app.ctx.pool.query(
    `insert into attachments (user_id, store, key, name, type, bytes, created_at)
     select user_id, 'bucket', 'gone', name, type, bytes, now() - interval '30 days' from attachments where id = $1`,
    [kept.id],
  )
  expect(await sweepFiles(app.ctx)).toBe(false)
  const left = (await app.ctx.pool.query('select id::int from attachments')).rows.map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([kept.id, young]))
  expect(left).not.toContain(old)
  expect((await fetchFile(kept.id)).status).toBe(200)
})

test('a missing stored file is reported as a degraded part, without its name', async () => {
  const kept = await replyWith(named('a.png', await makePicture('png')))
  const folder = join(app.ctx.config.dataDir, 'attachments', String(user.id))
  const [key] = (await app.ctx.pool.query('select key from attachments where id = $1', [kept.id])).rows
  const name = String(key.key).split('/')[1] ?? ''
  expect(await readdir(folder)).toContain(name)
  await rm(join(folder, name))
  const answer = await fetchFile(kept.id)
  expect([answer.status, codeIn(await answer.json())]).toEqual([503, 'unavailable'])
})

test('a customer has a daily limit of files', async () => {
  const strict = await makeTestApp({ env: { RATE_LIMITS: 'default' } })
  const { id, token } = await makeUser(strict.ctx)
  await strict.ctx.pool.query(
    `insert into attachments (user_id, store, key, name, type, bytes)
     select $1, 'disk', n::text, 'a.png', 'image/png', 1 from generate_series(1, 58) n`,
    [id],
  )
  const file = named('a.png', await makePicture('png'))
  const fields = { subject: 'S', category: 'Other', message: 'M' }
  const send = async (files: TestFile[]) =>
    (await sendForm(`${strict.url}/api/tickets`, { token, fields, files })).status
  expect([await send([file, file, file]), await send([file, file]), await send([file])]).toEqual([
    429, 201, 429,
  ])
  await strict.drop()
})
