import type { Language } from '#contract/base/languages.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { changeUserRow } from './users-queries.ts'

export type Profile = {
  name: string
  phone?: string | null | undefined
  country?: string | null | undefined
  language?: Language | null | undefined
  /** Null: none waits for being confirmed. */
  pendingEmail: string | null | undefined
}

/** What is not given stays; null and an empty text clear it. */
export async function updateProfile(
  tx: Tx,
  { userId, profile }: { userId: number; profile: Profile },
): Promise<void> {
  const { name, phone, country, language, pendingEmail } = profile
  const change = {
    name,
    ...(pendingEmail === undefined ? {} : { pending_email: pendingEmail }),
    ...(phone === undefined ? {} : { phone: phone === '' ? null : phone }),
    ...(country === undefined ? {} : { country }),
    ...(language === undefined || language === null ? {} : { language }),
  }
  await changeUserRow(tx, { userId, change })
}
