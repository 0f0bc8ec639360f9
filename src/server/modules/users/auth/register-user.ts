import type { Language } from '#contract/base/languages.ts'
import { toBasisPoints } from '#contract/base/money.ts'
import { isPromotionOn } from '#contract/settings/settings-defaults.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { readAgreedVersion } from '#server/modules/settings/legal/legal-texts.ts'
import { createUser } from '#server/modules/users/create-user.ts'
import { getUser } from '#server/modules/users/get-user.ts'
import type { Discount } from '#server/modules/ledger/account.ts'
import { queueConfirmation } from '#server/modules/users/profile/confirm-email.ts'

import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword } from './hash-password.ts'

type Registration = {
  name: string
  email: string
  password: string
  role?: 'user' | 'admin'
  /** The language of the registration page. */
  language?: Language | undefined
  /** The terms checkbox was ticked. */
  agreesToTerms?: boolean
  /** The version of the terms that the page showed. */
  shownTerms?: string | undefined
  /** The requester's; undefined for the product itself. */
  address?: string
}

const DAY_MS = 86_400_000

/**
 * Opens an account, with the discount of a running promotion (spec §2). `email`: trimmed and in lower case. Throws
 * `email_taken`, and `invalid_fields` for an easy password and for a terms version that never existed.
 */
export async function registerUser(
  ctx: Context,
  {
    name,
    email,
    password,
    role = 'user',
    language,
    agreesToTerms = false,
    shownTerms,
    address,
  }: Registration,
): Promise<User> {
  await refuseEasyPassword(ctx, password, { email })
  const passwordHash = await hashPassword(password, address)
  const discount = await findPromotion(ctx)
  const version = agreesToTerms ? await readAgreedVersion(ctx.db, shownTerms) : undefined
  const user = { name, email, passwordHash, role, discount, language }
  const userId = await transact(ctx, async (tx, publish) => {
    const id = await createUser(tx, user)
    if (version !== undefined) await acceptTerms(tx, { userId: id, version, now: ctx.clock() })
    await queueConfirmation(tx, publish, { userId: id, email })
    return id
  })
  return getUser(ctx.db, userId)
}

async function findPromotion({ settings, clock }: Context): Promise<Discount | undefined> {
  const { promotion } = await settings.read()
  const now = clock()
  if (promotion === null || !isPromotionOn(promotion, now)) return undefined
  const until = new Date(now.getTime() + promotion.days * DAY_MS)
  return { basisPoints: toBasisPoints(promotion.percent), until }
}

async function acceptTerms(
  tx: Tx,
  { userId, version, now }: { userId: number; version: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ terms_version: version, terms_accepted_at: now })
    .where('id', '=', userId)
    .execute()
}
