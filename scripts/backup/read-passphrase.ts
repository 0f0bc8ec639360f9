import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import { ConfigError } from '#server/lib/environment/environment.ts'

const LENGTH_MIN = 8

/** BACKUP_PASSPHRASE, else typed at the terminal without echo; a new one twice. Never an argument: other users could read it. */
export async function readPassphrase(
  given: string | undefined,
  { isNew }: { isNew: boolean },
): Promise<string> {
  if (given !== undefined) return given
  if (!process.stdin.isTTY)
    throw new ConfigError('The passphrase is missing: set BACKUP_PASSPHRASE, or run this in a terminal.')
  const typed = await ask('Passphrase: ')
  if (!isNew) return typed
  if (typed.length < LENGTH_MIN)
    throw new ConfigError(`The passphrase must have at least ${LENGTH_MIN} characters. Nothing was written.`)
  if ((await ask('The same again: ')) !== typed)
    throw new ConfigError('The two passphrases differ. Nothing was written.')
  return typed
}

function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('line', (line) => {
      process.stderr.write('\n')
      reader.removeAllListeners('close').close()
      resolve(line)
    })
    reader.once('close', () => reject(new ConfigError('\nNo passphrase was typed.')))
  })
}
