import { DatabaseError } from 'pg'

import { AppError } from '#contract/base/errors.ts'

/** The unique constraint is the rule, so that two at once can not both have an email; this gives it its name. */
export async function refuseTakenEmail<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'users_email_key')
      throw new AppError('email_taken')
    throw error
  }
}
