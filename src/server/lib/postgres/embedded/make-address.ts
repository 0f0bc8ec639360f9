import { randomBytes } from 'node:crypto'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'

import type { Account } from './pick-account.ts'
import { databaseName, superuser } from './place-cluster.ts'

/** Where a server listens. Unchanged when the server crashes, so that the next one has the same address. */
export type Address = {
  url: string
  folder: string
  settings: Record<string, string | number>
  /** The password of both roles, where one is required. */
  password?: string
  remove(): Promise<void>
}

/**
 * A Unix socket in a new folder that only PostgreSQL's account and root can enter. Clients must be this process's account or
 * root, checked by PostgreSQL (`peer`), since other processes may run as `postgres` or `nobody` too. In the temporary
 * folder, because a socket's path must be short (103 bytes on macOS). On Windows TCP on loopback, which every account of
 * the machine reaches, with a password of this start.
 * `note` gets the folder before it is created, so that it can be removed after a crash.
 */
export async function makeAddress(
  account: Account,
  note: (folder: string) => void = () => undefined,
  platform: NodeJS.Platform = process.platform,
): Promise<Address> {
  const isWindows = platform === 'win32'
  const base = !isWindows && ('uid' in account || tmpdir().length > 60) ? '/tmp' : tmpdir()
  const folder = join(base, `tally-${randomBytes(8).toString('hex')}`)
  note(folder)
  await mkdir(folder, { mode: 0o700 })
  const files: Record<string, string> = {}
  for (const [setting, text] of Object.entries(isWindows ? passwordRules : ownAccountRules())) {
    const file = (files[setting] = join(folder, `${setting}.conf`))
    await writeFile(file, text, { mode: 0o600 })
    if ('uid' in account) await chown(file, account.uid, account.gid)
  }
  if ('uid' in account) await chown(folder, account.uid, account.gid)
  const remove = () => rm(folder, { recursive: true, force: true })
  if (!isWindows)
    return {
      url: `postgresql://${superuser}@localhost/${databaseName}?host=${encodeURIComponent(folder)}`,
      folder,
      settings: { listen_addresses: '', unix_socket_directories: folder, port: 5432, ...files },
      remove,
    }
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const password = randomBytes(24).toString('hex')
  return {
    url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/${databaseName}`,
    folder,
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, ...files },
    password,
    remove,
  }
}

/** File contents by the setting that names the file. */
const passwordRules = { hba_file: 'host all all 127.0.0.1/32 scram-sha-256\n' }

function ownAccountRules() {
  return {
    hba_file: 'local all all peer map=own\n',
    // Root can read the files anyway, and may run `npm run audit`.
    ident_file: `own "${userInfo().username}" all\nown root all\n`,
  }
}

/** Removes the folder of an earlier run that was killed. */
export async function removeLeftFolder(noted: unknown): Promise<void> {
  if (typeof noted !== 'string' || !/^tally-[0-9a-f]{16}$/.test(basename(noted))) return
  await rm(noted, { recursive: true, force: true })
}
