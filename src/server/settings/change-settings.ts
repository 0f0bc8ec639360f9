import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'

import { invalidFields } from '#contract/errors.ts'
import { sectionNames, type Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'
import { type By, type Kept, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { writeMailPassword } from './mail-password.ts'
import { readSettings, toStored } from './read-settings.ts'
import { findSecret, lockSettings, writeSection } from './settings-queries.ts'

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined } & {
  /** Null forgets it. */
  mail_password?: string | null | undefined
}

export type AllSettings = { settings: Settings; has_mail_password: boolean }

/** Changes the sections that are given, each as a whole, and answers all of them. What is sent as it was changes nothing. */
export async function changeSettings(
  ctx: Context,
  { by, change }: { by: By; change: SettingsChange },
): Promise<AllSettings> {
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    await lockSettings(tx)
    const old = await readSettings(tx, ctx.log)
    await refusePasswordElsewhere(tx, old.mail, change)
    const before: Kept = {}
    const after: Kept = {}
    for (const name of sectionNames) {
      const wanted = change[name]
      if (wanted === undefined || isDeepStrictEqual(wanted, old[name])) continue
      before[name] = toStored(name, old[name])
      after[name] = toStored(name, wanted)
      await writeSection(tx, { section: name, value: after[name] })
    }
    const { mail_password: password } = change
    if (password !== undefined) {
      await writeMailPassword(tx, ctx.secrets, password)
      after['mail_password'] = password === null ? 'forgotten' : 'changed'
    }
    if (Object.keys(after).length > 0) {
      record({ action: 'settings.update', id: null, before, after })
      tell({ topic: 'settings' })
      if (change.mail !== undefined || password !== undefined) tell({ topic: 'mail' })
    }
    return readAllSettings(tx, ctx.log)
  })
}

/** Whoever may change the mail server must not learn its password by naming one of their own, or a line that all can read. */
async function refusePasswordElsewhere(
  tx: Tx,
  old: Settings['mail'],
  { mail, mail_password: password }: SettingsChange,
): Promise<void> {
  if (mail === undefined || mail === null || password !== undefined) return
  const isElsewhere = mail.host !== old?.host || mail.port !== old.port || mail.security !== old.security
  if (isElsewhere && (await findSecret(tx, 'mail_password')) !== undefined)
    throw invalidFields({ mail_password: { code: 'mail_password_again' } })
}

/** As staff see them. */
export async function readAllSettings(db: Kysely<DB>, log: Context['log']): Promise<AllSettings> {
  const settings = await readSettings(db, log)
  return { settings, has_mail_password: (await findSecret(db, 'mail_password')) !== undefined }
}
