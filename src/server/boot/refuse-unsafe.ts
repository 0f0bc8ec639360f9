import { isPublicHost } from './config-addresses.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { isGuessable } from './is-guessable.ts'
import type { Given } from './variables.ts'

/**
 * Throws a ConfigError for what every variable by itself allows and no operator can want: a key that is guessed, a
 * public site whose passwords can be read on the way, play money for everybody.
 */
export function refuseUnsafe(given: Given, publicUrl: URL): void {
  const { SECRET_KEY: key, SANDBOX: sandbox, ALLOW_HTTP: allowHttp } = given
  if (key !== undefined && isGuessable(key)) throw new ConfigError(guessable)
  if (!isPublicHost(publicUrl.hostname)) return
  if (publicUrl.protocol === 'http:' && allowHttp !== '1') throw new ConfigError(readable(publicUrl))
  if (sandbox === 'on') throw new ConfigError(playMoney(publicUrl))
}

const guessable =
  'SECRET_KEY can be guessed, and whoever does signs in as anybody. Draw one, such as with "openssl rand -base64 32", ' +
  'and give the one before as SECRET_KEY_PREVIOUS if it was in use.'

const readable = (url: URL) =>
  `PUBLIC_URL is ${url.origin}: over http anybody on the way reads passwords and tokens. Put a proxy with a ` +
  `certificate in front and set PUBLIC_URL to https://${url.host}, or set ALLOW_HTTP=1 to run it all the same.`

const playMoney = (url: URL) =>
  `SANDBOX=on, but PUBLIC_URL is ${url.origin}: everybody could pay there with money that is none. Leave SANDBOX ` +
  'unset, or try the sandbox at an address of this machine or of a network of your own.'
