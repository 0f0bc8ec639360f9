import { ConfigError } from '#server/lib/environment/environment.ts'

import { isPublicHost } from './config-addresses.ts'
import type { Given } from './variables.ts'

/**
 * Throws a ConfigError for dangerous combinations of valid variables: a guessable key, a public site over plain HTTP, a
 * public site in sandbox mode.
 */
export function refuseUnsafe(given: Given, publicUrl: URL): void {
  const { SECRET_KEY: key, SANDBOX: sandbox, ALLOW_HTTP: allowHttp } = given
  if (key !== undefined && isGuessable(key)) throw new ConfigError(guessable)
  if (!isPublicHost(publicUrl.hostname)) return
  if (publicUrl.protocol === 'http:' && allowHttp !== '1') throw new ConfigError(readable(publicUrl))
  if (sandbox === 'on') throw new ConfigError(publicSandbox(publicUrl))
}

const guessable =
  'SECRET_KEY can be guessed, and anyone who does can sign in as any user. Make one with "openssl rand -base64 32", ' +
  'and set SECRET_KEY_PREVIOUS to the old one if it was in use.'

const readable = (url: URL) =>
  `PUBLIC_URL is ${url.origin}: over HTTP anyone on the network can read passwords and tokens. Put a proxy with a ` +
  `certificate in front and set PUBLIC_URL to https://${url.host}, or set ALLOW_HTTP=1 to run it anyway.`

const publicSandbox = (url: URL) =>
  `SANDBOX=on, but PUBLIC_URL is ${url.origin}: anyone could pay there with sandbox money. Leave SANDBOX ` +
  'unset, or use the sandbox on an address of this machine or of a private network.'

/** Random keys have 128 or more; with fewer than this an attacker can try all keys offline against one token. */
const BITS_MIN = 60
/** Shorter repetitions are chance. */
const PATTERN_MIN = 3

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const words = (
  'admin change default dev development example insecure key local panel pass password prod production reach replace secret ' +
  'server sign super tally test token your here letmein welcome please and foobar placeholder'
).split(' ')

/**
 * True for long keys that are easy to guess: one letter repeated, a keyboard row, a sequence, "change-me-please". A repetition,
 * a sequence or a common word counts as one character. There is no dictionary, so a sentence passes.
 */
export function isGuessable(key: string): boolean {
  const lower = key.toLowerCase()
  let characters = 0
  for (let at = 0; at < lower.length; characters += 1) at += Math.max(1, patternAt(lower, at))
  return characters * Math.log2(alphabetOf(key)) < BITS_MIN
}

/** The length of the longest pattern starting there; 0 for none. */
function patternAt(text: string, at: number): number {
  const longest = Math.max(repeatAt(text, at), runAt(text, at), rowAt(text, at))
  const word = Math.max(0, ...words.filter((one) => text.startsWith(one, at)).map((one) => one.length))
  return Math.max(longest >= PATTERN_MIN ? longest : 0, word)
}

/** A repetition of earlier text, which may overlap: "ababab". */
function repeatAt(text: string, at: number): number {
  let longest = 0
  for (let from = 0; from < at; from += 1) {
    let length = 0
    while (at + length < text.length && text[from + length] === text[at + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** "4444", "4567", "dcba". */
function runAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at)
  if (Number.isNaN(step) || Math.abs(step) > 1) return 0
  let end = at + 1
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1
  return end - at
}

function rowAt(text: string, at: number): number {
  let length = 0
  while (at + length < text.length && rows.some((row) => row.includes(text.slice(at, at + length + 1))))
    length += 1
  return length
}

/** The size of the alphabet that the key seems to use. */
function alphabetOf(key: string): number {
  if (/^[0-9a-f]+$/i.test(key)) return /[a-f]/i.test(key) ? 16 : 10
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ]
  return kinds.reduce((sum, [kind, size]) => (kind.test(key) ? sum + size : sum), 0)
}
