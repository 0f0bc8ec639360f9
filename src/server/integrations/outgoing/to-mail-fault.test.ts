import { expect, test } from 'vitest'

import { AddressRefused } from '#server/lib/http/outbound/guarded-connector.ts'

import { toMailFault } from './to-mail-fault.ts'

/** In Nodemailer's format. */
const failed = (code: string, more: object = {}) =>
  Object.assign(new Error('Its own words'), { code, ...more })
const answered = { error: '535 5.7.8 Wrong password' }
const response = '535 5.7.8 Wrong\r\npassword'

test.each([
  [failed('EAUTH', { response }), { code: 'sign_in_refused', details: answered }],
  [failed('EENVELOPE', { response, command: 'RCPT TO' }), { code: 'receiver_refused', details: answered }],
  [failed('EENVELOPE', { response, command: 'MAIL FROM' }), { code: 'sender_refused', details: answered }],
  [failed('EMESSAGE', { response, command: 'DATA' }), { code: 'email_refused', details: answered }],
  [failed('EMESSAGE'), { code: 'email_refused', details: { error: 'Its own words' } }],
  [failed('ESOCKET', { originalCode: 'ECONNREFUSED' }), { code: 'connection_refused', details: {} }],
  [
    failed('ESOCKET', { originalCode: 'CERT_HAS_EXPIRED' }),
    { code: 'connection_failed', details: { error_code: 'CERT_HAS_EXPIRED' } },
  ],
  [failed('ETLS'), { code: 'tls_failed', details: { error_code: '' } }],
  [failed('EPROTOCOL', { response }), { code: 'no_mail_protocol', details: answered }],
  [failed('ECONNECTION', { response }), { code: 'said', details: answered }],
  [failed('ECONNECTION'), { code: 'connection_closed', details: {} }],
  [failed('ETIMEDOUT', { timeoutType: 'CONNECT_TIMEOUT' }), { code: 'not_connected', details: {} }],
  [failed('ETIMEDOUT', { timeoutType: 'GREETING_TIMEOUT' }), { code: 'no_answer', details: {} }],
  [failed('ENOTFOUND'), { code: 'name_unknown', details: {} }],
  [new AddressRefused(), { code: 'address_refused', details: {} }],
  ['odd', { code: 'connection_failed', details: { error_code: '' } }],
])('%o is reported as a reason that staff can act on', (error, fault) => {
  expect(toMailFault(error)).toEqual(fault)
})
