import { expect, test } from 'vitest'

import { nameOfConstraint } from './on-cluster.ts'

test.for([
  'duplicate key value violates unique constraint "users_email_key"',
  'duplicate key value violates unique constraint "users_email_key_102041"',
  'повторяющееся значение ключа нарушает ограничение уникальности "users_email_key_102041"',
  'doppelter Schlüsselwert verletzt Unique-Constraint »users_email_key_102041«',
  "la valeur d'une clé dupliquée rompt la contrainte unique « users_email_key_102041 »",
  'new row for relation "users_102040" violates check constraint "users_email_key_102041" of it',
])("a constraint is found in a node's message, in any language: %s", (message) => {
  expect(nameOfConstraint(new Error(message))).toBe('users_email_key')
})

test("PostgreSQL's own field comes first, and other errors have none", () => {
  const error = Object.assign(new Error('duplicate key "other"'), { constraint: 'users_email_key' })
  expect(nameOfConstraint(error)).toBe('users_email_key')
  expect(nameOfConstraint(new Error('connection lost'))).toBeUndefined()
  expect(nameOfConstraint('users_email_key')).toBeUndefined()
})
